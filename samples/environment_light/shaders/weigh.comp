// The weight of each texel: its luminance, by the part of the sphere that it covers.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "light.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(push_constant, std430) uniform Push
{
    Frame frame;
};

void main()
{
    const uvec2 texel = gl_GlobalInvocationID.xy;
    if (any(greaterThanEqual(texel, frame.mapSize)))
        return;
    const uint index = texel.y * frame.mapSize.x + texel.x;
    const float covered = sin(kPi * (float(texel.y) + 0.5) / float(frame.mapSize.y));
    frame.weights.at[index] = luminanceOf(frame.map.at[index].rgb) * covered;
}
