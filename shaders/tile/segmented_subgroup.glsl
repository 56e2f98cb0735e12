// The segmented scan inside one subgroup.
#ifndef VKSCAN_TILE_SEGMENTED_SUBGROUP
#define VKSCAN_TILE_SEGMENTED_SUBGROUP
#include "core/monoid.glsl"

// The inclusive scan of the lanes' values. Lanes in `heads` drop what precedes them. It takes as many shuffles as a
// scan without segments: a lane adds the sum of another only if its segment reaches that far back.
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
#endif
