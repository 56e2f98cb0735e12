// A bit for each instance: set if it is visible.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_ballot : require
#include "visible.glsl"

const uint kWords = kWorkgroup / 32;
shared uint words[kWords];

void main()
{
    const uint local = gl_LocalInvocationIndex;
    if (local < kWords)
        words[local] = 0;
    barrier();
    // Instances in the order of lanes: votes are then consecutive bits, for subgroups from 4 to 64.
    const uint first = gl_SubgroupID * gl_SubgroupSize;
    const bool visible = isVisible(gl_WorkGroupID.x * kWorkgroup + first + gl_SubgroupInvocationID);
    const uvec4 votes = subgroupBallot(visible);
    if (subgroupElect()) {
        atomicOr(words[first / 32], votes.x << first % 32);
        if (gl_SubgroupSize > 32)
            atomicOr(words[first / 32 + 1], votes.y);
    }
    barrier();
    if (local < kWords)
        parameters.words.at[gl_WorkGroupID.x * kWords + local] = words[local];
}
