// The state of a segmented scan: the sum since the last head, and whether there was one. Operands before a head drop
// out, which makes an associative operator of any other.
//
// Sengupta, Harris, Zhang & Owens, "Scan Primitives for GPU Computing", 2007; the operator: Schwartz, "Ultracomputers",
// 1980.
#ifndef VKSCAN_TILE_SEGMENT_STATE
#define VKSCAN_TILE_SEGMENT_STATE
#define VKSCAN_FORM_STATE(WORD, ELEMENT) ELEMENT(value) WORD(head) // head: 1 if there was one, else 0
#define VKSCAN_FORM_SCANS // by ballots of heads: with shuffles of heads, reductions take 1 to 3% longer on an H200
#include "core/state.glsl"
#include "tile/segmented_subgroup.glsl"

State emptyState() { return State(identity(), 0); }

State combine(State earlier, State later)
{
    const Element value = combine(earlier.value, later.value);
    return State(later.head != 0 ? later.value : value, earlier.head | later.head);
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
#endif
