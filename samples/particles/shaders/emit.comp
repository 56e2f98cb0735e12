// Appends new particles in the order of their numbers, while there is room.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "physics.h"

layout(local_size_x = kWorkgroup) in;
layout(push_constant) uniform PushConstants { Tick tick; };

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    const uint count = tick.arguments.data.instanceCount;
    const uint room = min(emittedIn(tick), tick.capacity - count);
    if (i == 0u)
        tick.arguments.data.emittedCount = count + room;
    if (i >= room)
        return;
    const Particle particle = emitted(tick, i);
    tick.particles.at[count + i] = particle;
    tick.framesLeft.at[count + i] = particle.framesLeft;
}
