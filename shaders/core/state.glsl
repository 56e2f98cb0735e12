// State: what tiles carry on. An element, or what the form of the tiles (tile/interface.glsl) has to know beside it.
#ifndef VKSCAN_CORE_STATE
#define VKSCAN_CORE_STATE
#include "core/monoid.glsl"

#if ELEMENT_WORDS == 1
uint elementWord(Element element, uint i) { return toWords(element); }
Element elementOf(uint first, uint second) { return fromWords(first); }
#else
uint elementWord(Element element, uint i) { return toWords(element)[i]; }
#endif
#if ELEMENT_WORDS == 2
Element elementOf(uint first, uint second) { return fromWords(uvec2(first, second)); }
#endif

#if defined(TILE_BLOCKS) || defined(TILE_SELECT)
// The partial sums of several scans, of all tuple members and orders, which are combined one by one. Of selections, the
// number of elements in each bucket: buckets are the members of a tuple.
layout(constant_id = kIdOrder) const uint kOrder = 1;
layout(constant_id = kIdTupleSize) const uint kTupleSize = 1;
const uint kParts = kTupleSize * kOrder;
const uint kStateWords = kParts * kWords;

struct State {
    Element parts[kMaxParts]; // all orders of the first member, then of the second; kParts of them
};
#elif defined(TILE_SEGMENTS)
// The state of a segmented scan: what has been combined since the last head, and whether there was one. Operands that
// precede a head drop out, which makes an associative operator of any other.
//
// Sengupta, Harris, Zhang & Owens, "Scan Primitives for GPU Computing", 2007; the operator: Schwartz, "Ultracomputers",
// 1980.
struct State {
    Element value;
    uint head; // 0: none
};
#elif defined(TILE_INDICES)
// The state of a minimum or maximum with its index. Of two equal elements it keeps the one with the lower index,
// whichever comes as the earlier operand, so that invocations may take elements in any order.
struct State {
    Element value;
    uint index; // in the array; kNoIndex: of no element
};
#elif defined(TILE_RUNS)
// The state of a run-length encoding: how many runs begin, and where the last of them does. Indices ascend, so the last
// is the largest, and the first element of the array always begins a run, so that 0 stands for none as well.
struct State {
    uint runs;
    uint start; // index of an element
};
#else
#define State Element
const uint kStateWords = kWords;
#endif

// The parts that a state is kept in, in shared memory.
#if defined(TILE_BLOCKS) || defined(TILE_SELECT)
#define StatePart Element
Element statePart(State state, uint i) { return state.parts[i]; }
void setStatePart(inout State state, uint i, Element part) { state.parts[i] = part; }
#else
#define StatePart State
const uint kParts = 1;
State statePart(State state, uint i) { return state; }
void setStatePart(inout State state, uint i, State part) { state = part; }
#endif

// For each state: the one of no elements, combine(earlier, later), scans inside one subgroup (monoid.glsl has those of an
// element), and its words of 32 bits in a slot.
#if defined(TILE_BLOCKS) || defined(TILE_SELECT)
State emptyState()
{
    State state;
    [[unroll]] for (uint i = 0; i < kParts; ++i)
        state.parts[i] = identity();
    return state;
}

State combine(State earlier, State later)
{
    [[unroll]] for (uint i = 0; i < kParts; ++i)
        later.parts[i] = combine(earlier.parts[i], later.parts[i]);
    return later;
}

State subgroupScanInclusive(State state)
{
    [[unroll]] for (uint i = 0; i < kParts; ++i)
        state.parts[i] = subgroupScanInclusive(state.parts[i]);
    return state;
}

State subgroupShiftUp(State state)
{
    [[unroll]] for (uint i = 0; i < kParts; ++i)
        state.parts[i] = subgroupShiftUp(state.parts[i]);
    return state;
}

State subgroupAt(State state, uint lane)
{
    [[unroll]] for (uint i = 0; i < kParts; ++i)
        state.parts[i] = subgroupAt(state.parts[i], lane);
    return state;
}

State subgroupLast(State state) { return subgroupAt(state, gl_SubgroupSize - 1); }

State subgroupReduce(State state) { return subgroupLast(subgroupScanInclusive(state)); }

uint stateWord(State state, uint i) { return elementWord(state.parts[i / kWords], i % kWords); }

State stateOf(uint words[kStateWords])
{
    State state;
    [[unroll]] for (uint i = 0; i < kParts; ++i)
        state.parts[i] = elementOf(words[i * kWords], words[i * kWords + kWords - 1]);
    return state;
}
#elif defined(TILE_SEGMENTS)
State emptyState() { return State(identity(), 0); }

State combine(State earlier, State later)
{
    const Element value = combine(earlier.value, later.value);
    return State(later.head != 0 ? later.value : value, earlier.head | later.head);
}

// The inclusive scan of the lanes' values, of which those in `heads` drop what precedes them. As many shuffles as a scan
// without segments: a lane adds another's sum only as far back as its segment reaches.
Element subgroupScanSegments(Element value, uvec4 heads)
{
    const uint first = subgroupBallotFindMSB(heads & gl_SubgroupLeMask | uvec4(1, 0, 0, 0));
    const uint reach = gl_SubgroupInvocationID - first;
    [[unroll]] for (uint distance = 1; distance < gl_SubgroupSize; distance *= 2) {
        const Element earlier = fromWords(shuffleUp(toWords(value), distance));
        if (distance <= reach)
            value = combine(earlier, value);
    }
    return value;
}

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
#elif defined(TILE_INDICES)
State emptyState() { return State(identity(), kNoIndex); }

State combine(State earlier, State later)
{
    const bool better = kOperator == kOpMax ? isLess(earlier.value, later.value) : isLess(later.value, earlier.value);
    const bool equal = isEqual(later.value, earlier.value);
    const bool before = later.index < earlier.index;
    const bool takesLater = better || (equal && before);
    return State(takesLater ? later.value : earlier.value, takesLater ? later.index : earlier.index);
}

State subgroupAt(State state, uint lane)
{
    return State(subgroupAt(state.value, lane), subgroupShuffle(state.index, lane));
}

State subgroupScanInclusive(State state)
{
    [[unroll]] for (uint distance = 1; distance < gl_SubgroupSize; distance *= 2) {
        const Element value = fromWords(subgroupShuffleUp(toWords(state.value), distance));
        const uint index = subgroupShuffleUp(state.index, distance);
        if (gl_SubgroupInvocationID >= distance)
            state = combine(State(value, index), state);
    }
    return state;
}

State subgroupReduce(State state) { return subgroupAt(subgroupScanInclusive(state), gl_SubgroupSize - 1); }

const uint kStateWords = kWords + 1;

uint stateWord(State state, uint i) { return i < kWords ? elementWord(state.value, i) : state.index; }

State stateOf(uint words[kStateWords]) { return State(elementOf(words[0], words[kWords - 1]), words[kWords]); }
#elif defined(TILE_RUNS)
State emptyState() { return State(0, 0); }

State combine(State earlier, State later)
{
    return State(earlier.runs + later.runs, max(earlier.start, later.start));
}

State subgroupAt(State state, uint lane)
{
    return State(subgroupShuffle(state.runs, lane), subgroupShuffle(state.start, lane));
}

State subgroupScanInclusive(State state)
{
    [[unroll]] for (uint distance = 1; distance < gl_SubgroupSize; distance *= 2) {
        const State earlier = State(subgroupShuffleUp(state.runs, distance), subgroupShuffleUp(state.start, distance));
        if (gl_SubgroupInvocationID >= distance)
            state = combine(earlier, state);
    }
    return state;
}

State subgroupShiftUp(State state)
{
    const State before = State(subgroupShuffleUp(state.runs, 1), subgroupShuffleUp(state.start, 1));
    return gl_SubgroupInvocationID == 0 ? emptyState() : before;
}

State subgroupLast(State state) { return subgroupAt(state, gl_SubgroupSize - 1); }

State subgroupReduce(State state) { return subgroupLast(subgroupScanInclusive(state)); }

const uint kStateWords = kRunStateWords;

uint stateWord(State state, uint i) { return i == 0 ? state.runs : state.start; }

State stateOf(uint words[kStateWords]) { return State(words[0], words[1]); }
#else
State emptyState() { return identity(); }
uint stateWord(State state, uint i) { return elementWord(state, i); }
#if ELEMENT_WORDS > 2
State stateOf(uint words[kStateWords]) { return fromWords(words); }
#else
State stateOf(uint words[kStateWords]) { return elementOf(words[0], words[kWords - 1]); }
#endif
#endif
#endif
