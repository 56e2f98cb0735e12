#version 460
#extension GL_GOOGLE_include_directive : require
// Sorts the short segments. A subgroup takes a segment for each of its lanes. Segments of up to 2^level keys, but more
// than half of that, are sorted together.
#define VKSCAN_ENTRY_POINT vkscan_kEntryRadixSortShort
#include "tile/short_segments.glsl"
#include "core/subgroup_order.glsl"

// Whether subgroups leave loops one by one. lavapipe loses the ones that stay longer, so there they leave together.
layout(constant_id = kIdLeaveAlone) const bool kLeaveAlone = true;

void main()
{
    openKeys();
    const uint firstOfSubgroup = gl_SubgroupID * kSubgroupSize;
    const uint index = workgroupIndex() * kWorkgroupSize + firstOfSubgroup + gl_SubgroupInvocationID;
    uvec2 segment = uvec2(0);
    if (index <= offsetCount())
        segment = segmentAt(index);
    const bool someLong = subgroupAny(isLong(segment));
    if (hasSomeLong() && someLong && gl_SubgroupInvocationID == 0)
        atomicOr(UintAt(someLongAddress()).word, 1, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    const uint kLevels = findMSB(kShort) + 1;
    uint level = kLevels;
    if (segment.x < segment.y && !isLong(segment))
        level = segment.y - segment.x > 1 ? findMSB(segment.y - segment.x - 1) + 1 : 0;
    [[dont_unroll]] for (uint i = 0; i < kLevels; ++i) {
        const uvec4 lanes = subgroupBallot(level == i);
        const uint segments = subgroupBallotBitCount(lanes);
        if (kLeaveAlone && segments == 0)
            continue;
        orderSubgroup(); // the segments of another level are in use
        if (level == i)
            sharedSegments[firstOfSubgroup + subgroupBallotExclusiveBitCount(lanes)] = segment;
        orderSubgroup();
        const uint batch = kItems * kSubgroupSize >> i;
        const uint most = kLeaveAlone ? segments : kSubgroupSize;
        [[dont_unroll]] for (uint first = 0; first < most; first += batch)
            if (first < segments)
                sortBatch(first, segments, i);
    }
}
