// Generates the map: a texel an invocation.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "light.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = kMapBinding, rgba32f) writeonly uniform image2D map;
layout(push_constant, std430) uniform Push
{
    Frame frame;
};

void main()
{
    const uvec2 texel = gl_GlobalInvocationID.xy;
    if (any(greaterThanEqual(texel, frame.mapSize)))
        return;
    const vec2 place = (vec2(texel) + 0.5) / vec2(frame.mapSize);
    imageStore(map, ivec2(texel), vec4(skyAt(directionAt(place), frame.sun), 0.0));
}
