// The edges of the frozen frustum, each a quad of some pixels' width.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "shared.h"

const float kNearest = 0.3; // in front of the eye, where edges are cut off
const float kPixels = 2.0;  // wide

// In clip coordinates of the picture. Corner bits: right, top, far.
vec4 cornerAt(uint corner)
{
    const vec4 inside = vec4(vec2(corner & 1u, corner >> 1u & 1u) * 2.0 - 1.0, corner >> 2u, 1.0);
    const vec4 world = parameters.frozen.data.inverseViewProjection * inside;
    return parameters.frame.data.viewProjection * vec4(world.xyz / world.w, 1.0);
}

void main()
{
    // Four edges along each of the axes, from the corners without that axis' bit.
    const uint edge = gl_VertexIndex / 6;
    const uint axis = edge / 4;
    const uint low = edge & ((1u << axis) - 1u);
    const uint from = low | (edge % 4u >> axis) << (axis + 1u);
    vec4 a = cornerAt(from);
    vec4 b = cornerAt(from | 1u << axis);
    const bool isBehind = a.w < kNearest && b.w < kNearest;
    if (a.w < kNearest)
        a = mix(a, b, (kNearest - a.w) / (b.w - a.w));
    else if (b.w < kNearest)
        b = mix(b, a, (kNearest - b.w) / (a.w - b.w));

    const vec2 halfPicture = 0.5 * parameters.frame.data.ring.zw;
    const vec2 way = (b.xy / b.w - a.xy / a.w) * halfPicture;
    const vec2 ahead = way / max(length(way), 1e-6);
    const uint corner = uint[](0u, 1u, 2u, 2u, 1u, 3u)[gl_VertexIndex % 6];
    const vec4 end = (corner & 1u) == 0u ? a : b;
    const vec2 aside = vec2(-ahead.y, ahead.x) * (float(corner >> 1u) - 0.5) * kPixels / halfPicture;
    gl_Position = isBehind ? vec4(0.0, 0.0, -1.0, 1.0) : vec4(end.xy + aside * end.w, end.zw);
}
