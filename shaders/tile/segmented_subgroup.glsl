// The segmented scan inside one subgroup.
#ifndef VKSCAN_TILE_SEGMENTED_SUBGROUP
#define VKSCAN_TILE_SEGMENTED_SUBGROUP
#include "core/monoid.glsl"

// The inclusive scan of the lanes' values. Lanes in `heads` drop values before them. It takes the shuffles of a scan
// without segments: a lane only adds the sum of another if its segment reaches back that far.
Element subgroupScanSegments(Element value, uvec4 heads)
{
    const uint first = subgroupBallotFindMSB(heads & gl_SubgroupLeMask | uvec4(1, 0, 0, 0));
    const uint reach = gl_SubgroupInvocationID - first;
    [[unroll]] for (uint step = 0; step < kMostSubgroupSteps; ++step) {
        const uint distance = 1u << step;
        if (distance < kSubgroupSize) {
            const Element earlier = fromWords(shuffleUp(toWords(value), distance));
            if (distance <= reach)
                value = combine(earlier, value);
        }
    }
    return value;
}
#endif
