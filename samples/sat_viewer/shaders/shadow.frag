// The heights that the sun shines on, as moments of four orders. A height says as much as a distance from the sun would
// and is the same all over level ground, which so never shadows itself however large the box.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "shared.h"
#include "height.glsl"
#include "surface.glsl"

layout(location = 0) in float metres;
layout(location = 1) flat in uint instanceIndex;
layout(location = 2) in vec4 texCoords;
layout(location = 3) in vec4 vertexColour;
layout(location = 0) out vec4 moments;

void main()
{
    const TexCoords coords = texCoordsOf(texCoords);
    const Instance instance = frame.data.instances.at[instanceIndex];
    const vec4 pattern = instance.pattern;
    const SurfaceData surface = frame.data.surfaces.at[uint(pattern.y)];
    const vec4 alpha = surface.alpha;
    if (alpha.y > 0.0 && baseColourOf(instance, surface, vertexColour, coords).a < alpha.y)
        discard;
    // Chebyshev's polynomials in place of powers, whose errors from rounding to 16 bits would be ten times as large.
    // The ground, which is not drawn, has zeros.
    const float one = depthOf(metres);
    const float two = 2.0 * one * one - 1.0;
    const float three = (2.0 * two - 1.0) * one;
    const float four = 2.0 * two * two - 1.0;
    moments = 0.5 - 0.5 * vec4(one, two, three, four);
}
