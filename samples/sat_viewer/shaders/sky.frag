#version 460
#extension GL_GOOGLE_include_directive : require
#include "sky.glsl"

layout(location = 0) in vec3 direction;
layout(location = 0) out vec4 colour;

void main()
{
    const float kFarAway = 1000.0; // metres
    colour = vec4(skyColour(normalize(direction)), kFarAway);
}
