// Blurs by a box, or by a pyramid: the sum of nested boxes whose sides are 1/n, 2/n, ... of the largest, so that
// weights fall from the middle to the edges in n equal steps. Sizes may differ at every pixel.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "shared.h"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = kColourTableBinding) uniform texture2D colourTable;
layout(set = 0, binding = kEffectBinding, rgba16f) writeonly uniform image2D effect;

#define TABLE_NAME(function) colour##function
#define TABLE_VALUE vec3
#define TABLE_FETCH(x, y) texelFetch(colourTable, ivec2(x, y), 0).rgb
#define TABLE_EXTENT (textureSize(colourTable, 0) - 1)
#define TABLE_ZERO_BORDER
#define TABLE_BIAS frame.data.colourBias.value.rgb
#include "vkscan/summed_area_table.glsl"

void main()
{
    const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    const ivec2 extent = imageSize(effect);
    if (any(greaterThanEqual(pixel, extent)))
        return;
    const vec4 blur = frame.data.blur;
    const vec2 centre = vec2(pixel) + 0.5;
    const float fromMiddle = abs(2.0 * centre.x / float(extent.x) - 1.0);
    // A radius of half a pixel is the pixel itself.
    const float radius = 0.5 + blur.x * mix(1.0, smoothstep(0.0, 1.0, fromMiddle), blur.y);
    vec3 sum = vec3(0);
    float weights = 0.0;
    for (float box = 1.0; box <= blur.z; box += 1.0) {
        const float size = radius * box / blur.z;
        const float area = size * size; // each box adds the same to all its texels
        sum += area * colourBoxMean(centre - size, centre + size);
        weights += area;
    }
    imageStore(effect, pixel, vec4(max(sum / weights, 0.0), 1.0));
}
