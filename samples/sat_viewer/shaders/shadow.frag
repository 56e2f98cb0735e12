// The first two moments of the heights that the sun shines on. A height says as much as a distance from the sun would
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
layout(location = 0) out vec2 moments;

void main()
{
    const float height = heightCode(metres);
    // Donnelly & Lauritzen 2006: the variance within the texel.
    const vec2 slope = vec2(dFdx(height), dFdy(height));
    const TexCoords coords = texCoordsOf(texCoords);
    const Instance instance = frame.data.instances.at[instanceIndex];
    const vec4 pattern = instance.pattern;
    const SurfaceData surface = frame.data.surfaces.at[uint(pattern.y)];
    const vec4 alpha = surface.alpha;
    if (alpha.y > 0.0 && baseColourOf(instance, surface, vertexColour, coords).a < alpha.y)
        discard;
    moments = vec2(height, height * height + 0.25 * min(dot(slope, slope), 1e-3));
}
