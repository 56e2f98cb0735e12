// One triangle behind everything.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "shared.h"

layout(location = 0) out vec3 direction;

void main()
{
    const vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 4.0 - 1.0;
    gl_Position = vec4(corner, 1.0, 1.0);
    const vec4 far = parameters.frame.data.inverseViewProjection * gl_Position;
    const vec4 eye = parameters.frame.data.eye;
    direction = far.xyz / far.w - eye.xyz;
}
