// The usual way without a scan: each subgroup reserves room in the list by an atomic, in arbitrary order.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_ballot : require
#include "visible.glsl"

void main()
{
    const uint index = gl_WorkGroupID.x * kWorkgroup + gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    const bool visible = isVisible(index);
    const uvec4 votes = subgroupBallot(visible);
    uint start = 0;
    if (subgroupElect())
        start = atomicAdd(parameters.arguments.data.instanceCount, subgroupBallotBitCount(votes));
    start = subgroupBroadcastFirst(start);
    if (visible)
        parameters.words.at[start + subgroupBallotExclusiveBitCount(votes)] = index;
}
