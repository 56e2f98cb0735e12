// A splat as a quad about its ellipse, without vertex buffers.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "projection.h"

layout(push_constant) uniform PushConstants { View view; };

layout(location = 0) out vec2 place; // standard deviations from the centre, along the ellipse's axes
layout(location = 1) flat out vec4 light; // and opacity

void main()
{
    uint index = gl_InstanceIndex;
    if (view.inOrder != 0u)
        index = view.order.at[index];
    const Ellipse ellipse = view.ellipses.at[index];
    const uint corner = uint[](0u, 1u, 2u, 2u, 1u, 3u)[gl_VertexIndex];
    place = (vec2(corner & 1u, corner >> 1u) * 2.0 - 1.0) * extentOf(ellipse.opacity);
    light = vec4(lightOf(ellipse.colour), ellipse.opacity);
    const vec2 pixel = ellipse.centre + ellipse.axes.xy * place.x + ellipse.axes.zw * place.y;
    gl_Position = ellipse.opacity == 0.0 ? vec4(0.0, 0.0, -1.0, 1.0) : vec4(pixel / view.size * 2.0 - 1.0, 0.0, 1.0);
}
