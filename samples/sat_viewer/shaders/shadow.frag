// The heights that the sun shines on, as moments of four orders. A height says as much as a distance from the sun would
// and is the same all over level ground, which so never shadows itself however large the box.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "height.glsl"

layout(location = 0) in float metres;
layout(location = 0) out vec4 moments;

void main()
{
    // Chebyshev's polynomials in place of powers, whose errors from rounding to 16 bits would be ten times as large.
    // The ground, which is not drawn, has zeros.
    const float one = depthOf(metres);
    const float two = 2.0 * one * one - 1.0;
    const float three = (2.0 * two - 1.0) * one;
    const float four = 2.0 * two * two - 1.0;
    moments = 0.5 - 0.5 * vec4(one, two, three, four);
}
