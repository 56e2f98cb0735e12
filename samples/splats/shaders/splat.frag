// How much of a splat covers a pixel.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "projection.h"

layout(location = 0) in vec2 place;
layout(location = 1) flat in vec4 own;
layout(location = 0) out vec4 colour;

void main()
{
    const float opacity = own.a * exp(-0.5 * dot(place, place));
    if (opacity < kFaintest)
        discard;
    colour = vec4(own.rgb, opacity);
}
