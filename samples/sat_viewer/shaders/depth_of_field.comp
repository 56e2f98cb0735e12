// Blurs what is behind and what is before the focus, both of half the picture's size, by discs that are as large as the
// blur is at each pixel: slabs of a disc are boxes of the layers' tables. Four pixels side by side take four different
// sets of slabs, and round the edges of large ones differently; where the picture is put together their mean is a smooth disc.
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

#define TABLE_NAME(function) far##function
#define TABLE_VALUE vec4
#define TABLE_FETCH(x, y) texelFetch(farTable, ivec2(x, y), 0)
#define TABLE_EXTENT (textureSize(farTable, 0) - 1)
#define TABLE_ZERO_BORDER
#define TABLE_BIAS frame.data.colourBias.value
#include "vkscan/summed_area_table.glsl"

#define TABLE_NAME(function) near##function
#define TABLE_VALUE vec4
#define TABLE_FETCH(x, y) texelFetch(nearTable, ivec2(x, y), 0)
#define TABLE_EXTENT (textureSize(nearTable, 0) - 1)
#define TABLE_ZERO_BORDER
#define TABLE_BIAS frame.data.nearBias.value
#include "vkscan/summed_area_table.glsl"

#define TABLE_NAME(function) nearSize##function
#define TABLE_VALUE float
#define TABLE_FETCH(x, y) texelFetch(nearSizeTable, ivec2(x, y), 0).r
#define TABLE_EXTENT (textureSize(nearSizeTable, 0) - 1)
#define TABLE_ZERO_BORDER
#define TABLE_BIAS frame.data.nearSizeBias.value.r
#include "vkscan/summed_area_table.glsl"

const int kMaxSlabs = 8;
// Texels. Edges of smaller discs lie between texels. In larger ones their rounding is hardly seen, and a slab takes 4
// entries of the table instead of 16.
const float kSmallDisc = 3.5;

// A slab of the disc around a pixel: from the angle at one end to that at the other.
struct Slab {
    vec2 begin;
    vec2 end;
};

Slab slabOf(ivec2 pixel, float radius, int slab, int slabs)
{
    const float kPi = 3.14159265;
    const bool lies = ((pixel.x ^ pixel.y) & 1) == 0;
    const float wide = radius * sin(kPi * (float(slab) + 0.5) / float(slabs));
    const float from = -radius * cos(kPi * float(slab) / float(slabs));
    const float to = -radius * cos(kPi * float(slab + 1) / float(slabs));
    vec2 begin = vec2(-wide, from);
    vec2 end = vec2(wide, to);
    if (radius >= kSmallDisc) {
        const float rounding = 0.125 + 0.25 * float((pixel.x & 1) + 2 * (pixel.y & 1));
        begin = floor(begin + 0.5 + rounding) - 0.5;
        end = floor(end + 0.5 + rounding) - 0.5;
    }
    const vec2 centre = vec2(pixel) + 0.5;
    return lies ? Slab(centre + begin, centre + end) : Slab(centre + begin.yx, centre + end.yx);
}

int slabsOf(ivec2 pixel, float radius)
{
    const vec4 lens = frame.data.lens;
    const float slabs = radius < kSmallDisc ? radius + 1.5 : 2.0 * radius;
    return lens.w == 0.0 ? 1 : clamp(int(slabs), 1, kMaxSlabs - (pixel.x & 1));
}

// The disc's sum, and how many of its texels are in the picture.
#define DISC_SUM(name, boxSum, boxMean, extent)                                                                        \
    vec4 name(ivec2 pixel, float radius, out float area)                                                               \
    {                                                                                                                  \
        vec4 sum = vec4(0);                                                                                            \
        area = 0.0;                                                                                                    \
        const int slabs = slabsOf(pixel, radius);                                                                      \
        for (int i = 0; i < slabs; ++i) {                                                                              \
            const Slab slab = slabOf(pixel, radius, i, slabs);                                                         \
            const vec2 begin = clamp(slab.begin, vec2(0), vec2(extent));                                               \
            const vec2 end = clamp(slab.end, vec2(0), vec2(extent));                                                   \
            const float texels = (end.x - begin.x) * (end.y - begin.y);                                                \
            sum += radius < kSmallDisc ? texels * boxMean(begin, end) : boxSum(ivec2(begin), ivec2(end));              \
            area += texels;                                                                                            \
        }                                                                                                              \
        return sum;                                                                                                    \
    }
DISC_SUM(farSum, farBoxSum, farBoxMean, imageSize(farBlurOut))
DISC_SUM(nearSum, nearBoxSum, nearBoxMean, imageSize(nearBlurOut))

// The radius for a texel behind the focus. Where things meet that blur by different radii, it goes from the one to the
// other over some texels. Where a disc of little more than a texel would take in what is blurred far more, it is the
// texel alone: what is blurred far more has more weight, and would shine over an edge before it.
float farRadius(ivec2 pixel, float own)
{
    const float kAlone = 0.5;
    const float kReachesNeighbours = 1.5;
    const bool isAlone = own <= kReachesNeighbours;
    const ivec2 last = textureSize(farSize, 0) - 1;
    float largest = 0.0;
    vec2 sum = vec2(0); // of radii, and their number
    for (int i = 0; i < 9; ++i) {
        const ivec2 step = (ivec2(i % 3, i / 3) - 1) * (isAlone ? 1 : 2);
        const float radius = abs(texelFetch(farSize, clamp(pixel + step, ivec2(0), last), 0).r);
        largest = max(largest, radius);
        sum += radius > kReachesNeighbours ? vec2(radius, 1.0) : vec2(0);
    }
    if (!isAlone)
        return sum.x / sum.y;
    return largest > 2.0 * kReachesNeighbours ? kAlone : max(own, kAlone);
}

// The mean of what is behind the focus, dimmed; 0 if there is none. The picture's pixels lie between these, and between
// what is dark and what is bright they show no stairs then.
// covered: the part of the largest box around the pixel that something before the focus fills.
vec4 farBlur(ivec2 pixel, float largest, float covered)
{
    const float stored = texelFetch(farSize, pixel, 0).r;
    if (stored == 0.0 && covered == 0.0)
        return vec4(0);
    float radius = stored == 0.0 ? 0.0 : farRadius(pixel, abs(stored));
    // Behind something near, the surroundings fill it. The disc just reaches beyond a straight edge, so that it begins
    // with what lies beside that edge. In smaller discs than the least, F32 sums leave noise.
    const float least = max(2.5, 0.15 * largest);
    if (stored <= 0.0)
        radius = max(radius, least);
    radius = clamp(max(radius, (2.0 * covered - 1.0) * largest + least), 0.5, largest);
    float area;
    const vec4 sum = farSum(pixel, radius, area);
    // Less than this of a texel is what rounding leaves.
    const float known = smoothstep(0.02, 0.1, sum.a);
    return known * dimmed(max(sum.rgb, 0.0) / max(sum.a, 1e-3));
}

// The mean of what is before the focus, and the part of the pixel that it covers.
vec4 nearBlur(ivec2 pixel, float radius)
{
    float area;
    const vec4 sum = nearSum(pixel, radius, area);
    return clamp(sum / max(area, 1.0), vec4(0), vec4(vec3(6e4), 1.0));
}

void main()
{
    const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    const ivec2 extent = imageSize(farBlurOut);
    if (any(greaterThanEqual(pixel, extent)))
        return;
    const vec4 lens = frame.data.lens;
    const float largest = max(0.5 * lens.z, 0.5);
    const ivec2 begin = max(pixel - int(largest), ivec2(0));
    const ivec2 end = min(pixel + int(largest) + 1, extent);
    const float near = nearBoxSum(begin, end).a; // texels
    float covered = 0.0;
    vec4 before = vec4(0);
    if (near >= 0.02) {
        covered = min(near / float((end.x - begin.x) * (end.y - begin.y)), 1.0);
        const float size = largest * nearSizeOf(nearSizeBoxSum(begin, end) / near);
        before = nearBlur(pixel, clamp(size, 0.5, largest));
    }
    imageStore(nearBlurOut, pixel, before);
    imageStore(farBlurOut, pixel, farBlur(pixel, largest, covered));
}
