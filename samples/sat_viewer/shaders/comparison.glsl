// Shared by the ways to blur: weights that follow a Gauss curve of half the radius, and end at the radius.
#extension GL_EXT_samplerless_texture_functions : require
#include "comparison_shared.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(push_constant) uniform Push { ComparisonParameters parameters; };
layout(set = 0, binding = kSceneBinding) uniform texture2D scene;

// The radius at a pixel: the same everywhere, except for a sharp spot in each third of the picture.
int radiusAt(ivec2 pixel)
{
    const vec2 size = vec2(textureSize(scene, 0));
    const vec2 middle = vec2((floor(float(pixel.x) * 3.0 / size.x) + 0.5) * size.x / 3.0, 0.5 * size.y);
    const bool sharp = distance(vec2(pixel) + 0.5, middle) < 0.2 * size.y;
    return parameters.spots == 1 && sharp ? 0 : parameters.radius;
}

float weightOf(vec2 offset, int radius)
{
    const float deviation = max(0.5 * float(radius), 1e-3);
    return exp(-0.5 * dot(offset, offset) / (deviation * deviation));
}

bool isInside(ivec2 pixel)
{
    return all(greaterThanEqual(pixel, ivec2(0))) && all(lessThan(pixel, textureSize(scene, 0)));
}
