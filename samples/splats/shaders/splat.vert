// A splat as a quad about its ellipse, without vertex buffers.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "projection.h"

layout(push_constant) uniform PushConstants { Draw draw; };

layout(location = 0) out vec2 place; // standard deviations from the centre, along the ellipse's axes
layout(location = 1) flat out vec4 own; // colour and opacity

void main()
{
    View view = draw.view.view;
    uint index = gl_InstanceIndex;
    if (draw.inOrder != 0u)
        index = view.order.at[index];
    const Ellipse ellipse = view.ellipses.at[index];
    const uint corner = uint[](0u, 1u, 2u, 2u, 1u, 3u)[gl_VertexIndex];
    place = (vec2(corner & 1u, corner >> 1u) * 2.0 - 1.0) * extentOf(ellipse.opacity);
    own = vec4(unpacked(ellipse.colour), ellipse.opacity);
    const vec2 pixel = ellipse.centre + ellipse.axes.xy * place.x + ellipse.axes.zw * place.y;
    gl_Position = vec4(pixel / view.size * 2.0 - 1.0, 0.0, 1.0);
}
