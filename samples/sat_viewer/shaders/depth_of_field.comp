// Blurs what is behind and what is before the focus, both of half the picture's size, by discs that are as large as the
// blur is at each pixel: slabs of a disc are boxes of the layers' tables. Four pixels side by side take four different
// sets of slabs, and round the slabs' edges differently; where the picture is put together their mean is a smooth disc.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "shared.h"
#include "samples.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = kFarSizeBinding) uniform texture2D farSize;
layout(set = 0, binding = kColourTableBinding) uniform texture2D farTable;
layout(set = 0, binding = kNearTableBinding) uniform texture2D nearTable;
layout(set = 0, binding = kNearSizeTableBinding) uniform texture2D nearSizeTable;
layout(set = 0, binding = kFarBlurOutBinding, rgba16f) writeonly uniform image2D farBlurOut;
layout(set = 0, binding = kNearBlurOutBinding, rgba16f) writeonly uniform image2D nearBlurOut;

#define SAT_NAME(function) far##function
#define SAT_VALUE vec4
#define SAT_FETCH(x, y) texelFetch(farTable, ivec2(x, y), 0)
#define SAT_EXTENT (textureSize(farTable, 0) - 1)
#define SAT_ZERO_BORDER
#define SAT_BIAS frame.data.colourBias.value
#include "vkscan/summed_area_table.glsl"

#define SAT_NAME(function) near##function
#define SAT_VALUE vec4
#define SAT_FETCH(x, y) texelFetch(nearTable, ivec2(x, y), 0)
#define SAT_EXTENT (textureSize(nearTable, 0) - 1)
#define SAT_ZERO_BORDER
#define SAT_BIAS frame.data.nearBias.value
#include "vkscan/summed_area_table.glsl"

#define SAT_NAME(function) nearSize##function
#define SAT_VALUE float
#define SAT_FETCH(x, y) texelFetch(nearSizeTable, ivec2(x, y), 0).r
#define SAT_EXTENT (textureSize(nearSizeTable, 0) - 1)
#define SAT_ZERO_BORDER
#define SAT_BIAS frame.data.nearSizeBias.value.r
#include "vkscan/summed_area_table.glsl"

const int kMaxSlabs = 8;

// A slab of the disc around a pixel, which lies from the angle at its one end to that at the other.
struct Slab {
    ivec2 begin;
    ivec2 end;
};

Slab slabOf(ivec2 pixel, float radius, int slab, int slabs)
{
    const float kPi = 3.14159265;
    const bool lies = ((pixel.x ^ pixel.y) & 1) == 0;
    const float rounding = 0.125 + 0.25 * float((pixel.x & 1) + 2 * (pixel.y & 1));
    const vec2 centre = vec2(lies ? pixel : pixel.yx) + 0.5 + rounding;
    const float wide = radius * sin(kPi * (float(slab) + 0.5) / float(slabs));
    const float from = -radius * cos(kPi * float(slab) / float(slabs));
    const float to = -radius * cos(kPi * float(slab + 1) / float(slabs));
    const ivec2 begin = ivec2(floor(centre + vec2(-wide, from)));
    const ivec2 end = ivec2(floor(centre + vec2(wide, to)));
    return lies ? Slab(begin, end) : Slab(begin.yx, end.yx);
}

int slabsOf(ivec2 pixel, float radius)
{
    const vec4 lens = frame.data.lens;
    return lens.w == 0.0 ? 1 : clamp(int(2.0 * radius), 1, kMaxSlabs - (pixel.x & 1));
}

// The disc's sum, and how many of its texels are in the picture.
#define DISC_SUM(name, boxSum, extent)                                                                                 \
    vec4 name(ivec2 pixel, float radius, out float area)                                                               \
    {                                                                                                                  \
        vec4 sum = vec4(0);                                                                                            \
        area = 0.0;                                                                                                    \
        const int slabs = slabsOf(pixel, radius);                                                                      \
        for (int i = 0; i < slabs; ++i) {                                                                              \
            const Slab slab = slabOf(pixel, radius, i, slabs);                                                         \
            const ivec2 size = clamp(slab.end, ivec2(0), extent) - clamp(slab.begin, ivec2(0), extent);                \
            sum += boxSum(slab.begin, slab.end);                                                                       \
            area += float(size.x * size.y);                                                                            \
        }                                                                                                              \
        return sum;                                                                                                    \
    }
DISC_SUM(farSum, farBoxSum, imageSize(farBlurOut))
DISC_SUM(nearSum, nearBoxSum, imageSize(nearBlurOut))

// The texel alone, where a disc of little more would take in what is blurred far more: that weighs more, and would
// shine over an edge before it.
float keptFromEdges(ivec2 pixel, float radius)
{
    const float kAlone = 0.5;
    const float kReachesNeighbours = 1.5;
    if (radius > kReachesNeighbours)
        return radius;
    const ivec2 last = textureSize(farSize, 0) - 1;
    float largest = 0.0;
    for (int i = 0; i < 9; ++i)
        largest = max(largest, texelFetch(farSize, clamp(pixel + ivec2(i % 3, i / 3) - 1, ivec2(0), last), 0).r);
    return largest > 2.0 * kReachesNeighbours ? kAlone : max(radius, kAlone);
}

// The mean of what is behind the focus, dimmed; 0 if there is none. The picture's pixels lie between these, and between
// what is dark and what is bright they show no stairs then.
vec4 farBlur(ivec2 pixel)
{
    const float radius = texelFetch(farSize, pixel, 0).r;
    if (radius == 0.0)
        return vec4(0);
    float area;
    const vec4 sum = farSum(pixel, keptFromEdges(pixel, radius), area);
    // Less than this of a texel is what rounding leaves.
    const float known = smoothstep(0.02, 0.1, sum.a);
    return known * dimmed(max(sum.rgb, 0.0) / max(sum.a, 1e-3));
}

// What is before the focus, and how much of the pixel it covers.
vec4 nearBlur(ivec2 pixel)
{
    const vec4 lens = frame.data.lens;
    const float largest = max(0.5 * lens.z, 0.5);
    const ivec2 begin = pixel - int(largest);
    const ivec2 end = pixel + int(largest) + 1;
    const float coverage = nearBoxSum(begin, end).a;
    if (coverage < 0.02)
        return vec4(0);
    const float size = largest * nearSizeOf(nearSizeBoxSum(begin, end) / coverage);
    float area;
    const vec4 sum = nearSum(pixel, clamp(size, 0.5, largest), area);
    return clamp(sum / max(area, 1.0), vec4(0), vec4(vec3(6e4), 1.0));
}

void main()
{
    const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(pixel, imageSize(farBlurOut))))
        return;
    imageStore(farBlurOut, pixel, farBlur(pixel));
    imageStore(nearBlurOut, pixel, nearBlur(pixel));
}
