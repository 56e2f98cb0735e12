#ifndef VKSCAN_TILE_SEGMENT_STATE
#define VKSCAN_TILE_SEGMENT_STATE
#define VKSCAN_FORM_STATE
#include "core/monoid.glsl"

// The state of a segmented scan: the sum since the last head, and whether there was one. Operands before a head drop
// out, which makes an associative operator of any other.
//
// Sengupta, Harris, Zhang & Owens, "Scan Primitives for GPU Computing", 2007; the operator: Schwartz, "Ultracomputers",
// 1980.
struct State {
    Element value;
    uint head; // 1 if there was a head since the beginning, else 0
};
#define StatePart State
WHOLE_STATE

State emptyState() { return State(identity(), 0); }

State combine(State earlier, State later)
{
    const Element value = combine(earlier.value, later.value);
    return State(later.head != 0 ? later.value : value, earlier.head | later.head);
}

#include "tile/segmented_subgroup.glsl"

State subgroupScanInclusive(State state)
{
    const uvec4 heads = subgroupBallot(state.head != 0);
    const Element value = subgroupScanSegments(state.value, heads);
    return State(value, uint((heads & gl_SubgroupLeMask) != uvec4(0)));
}

State subgroupShiftUp(State state)
{
    const uint head = subgroupShuffleUp(state.head, 1);
    return State(subgroupShiftUp(state.value), gl_SubgroupInvocationID == 0 ? 0 : head);
}

State subgroupAt(State state, uint lane) { return State(subgroupAt(state.value, lane), subgroupShuffle(state.head, lane)); }

State subgroupLast(State state) { return subgroupAt(state, gl_SubgroupSize - 1); }

State subgroupReduce(State state) { return subgroupLast(subgroupScanInclusive(state)); }

const uint kStateWords = kWords + 1;

uint stateWord(State state, uint i) { return i < kWords ? elementWord(state.value, i) : state.head; }

State stateOf(uint words[kStateWords])
{
#if ELEMENT_WORDS > 2
    Words element;
    [[unroll]] for (uint i = 0; i < kWords; ++i)
        element[i] = words[i];
    return State(fromWords(element), words[kWords]);
#else
    return State(elementOf(words[0], words[kWords - 1]), words[kWords]);
#endif
}
#endif
