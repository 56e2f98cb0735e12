// Glow around bright parts: the sum of discs of several sizes, each three boxes of a summed-area table.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "shared.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(push_constant) uniform PushConstants { Bloom bloom; };

layout(set = 0, binding = kTableBinding) uniform texture2D table;
layout(set = 0, binding = kBrightBinding, rgba16f) writeonly uniform image2D shine;

#define TABLE_NAME(function) bright##function
#define TABLE_VALUE vec3
#define TABLE_FETCH(x, y) texelFetch(table, ivec2(x, y), 0).rgb
#define TABLE_EXTENT (textureSize(table, 0) - 1)
#define TABLE_ZERO_BORDER
#define TABLE_BIAS bias
vec3 bias;
#include "vkscan/summed_area_table.glsl"

const int kSizes = 4;
const float kSmaller = 0.42; // factor from each disc to the next

vec3 boxAround(ivec2 texel, vec2 halfSize)
{
    const ivec2 reach = ivec2(halfSize);
    return brightBoxSum(texel - reach, texel + reach + 1);
}

// The mean over an approximate disc: a square and, across it, a wide and a tall box.
vec3 discAround(ivec2 texel, float radius)
{
    const vec2 box = radius * vec2(1.0, 0.4);
    const vec2 square = radius * vec2(0.75);
    const vec2 widths = 2.0 * floor(vec2(box.x, box.y)) + 1.0;
    const float side = 2.0 * floor(square.x) + 1.0;
    return (boxAround(texel, box.xy) + boxAround(texel, box.yx) + boxAround(texel, square)) /
           (2.0 * widths.x * widths.y + side * side);
}

void main()
{
    const ivec2 texel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(texel, imageSize(shine))))
        return;
    bias = bloom.bias.at[0].rgb;
    // Smaller discs shine more; sums of floats may be a little below zero.
    vec3 sum = vec3(0.0);
    float radius = bloom.radius;
    float weight = 1.0;
    float weights = 0.0;
    for (int i = 0; i < kSizes; ++i) {
        sum += weight * discAround(texel, radius);
        weights += weight;
        radius *= kSmaller;
        weight *= 1.6;
    }
    imageStore(shine, texel, vec4(max(sum / weights, 0.0), 1.0));
}
