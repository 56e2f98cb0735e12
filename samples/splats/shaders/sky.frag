#version 460
#extension GL_GOOGLE_include_directive : require
#include "projection.h"

layout(push_constant) uniform PushConstants { Draw draw; };

layout(location = 0) in float height;
layout(location = 0) out vec4 colour;

void main()
{
    colour = vec4(skyAt(height, draw.view.view), 1.0);
}
