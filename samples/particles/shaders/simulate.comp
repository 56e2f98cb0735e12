// Moves the particles that the last frame's compaction left. Dispatched indirectly.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "physics.h"

layout(local_size_x = kWorkgroup) in;
layout(push_constant) uniform PushConstants { Tick tick; };

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= tick.arguments.data.instanceCount)
        return;
    const Particle particle = moved(tick.particles.at[i]);
    tick.particles.at[i] = particle;
    tick.framesLeft.at[i] = particle.framesLeft;
}
