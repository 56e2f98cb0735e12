// Depth of field from tables of what is behind and what is before the focus: each pixel takes the mean over a box, or
// over a few that make up a rounder aperture, as large as the blur there.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "shared.h"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = kSharpBinding) uniform texture2D sharp;
layout(set = 0, binding = kColourTableBinding) uniform texture2D farTable;
layout(set = 0, binding = kNearTableBinding) uniform texture2D nearTable;
layout(set = 0, binding = kNearSizeTableBinding) uniform texture2D nearSizeTable;
layout(set = 0, binding = kEffectBinding, rgba16f) writeonly uniform image2D effect;

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

// The mean over an aperture: a square or, rounder, a staircase of five boxes, a belt with two steps on each side. Near
// the picture's border the parts of a box that are in the picture stand for all of it.
const vec2 kBelt = vec2(0.97, 0.38); // half its size, of a radius of 1
const vec2 kStep = vec2(0.75, 0.70);
const vec2 kCap = vec2(0.40, 0.95);
const vec3 kAreas = vec3(kBelt.x * kBelt.y, kStep.x * (kStep.y - kBelt.y), kCap.x * (kCap.y - kStep.y));
#define APERTURE_MEAN(name, boxMean)                                                                                   \
    vec4 name(vec2 centre, float radius)                                                                               \
    {                                                                                                                  \
        const vec4 lens = frame.data.lens;                                                                             \
        if (lens.w == 0.0)                                                                                             \
            return boxMean(centre - radius, centre + radius);                                                          \
        const vec2 belt = radius * kBelt;                                                                              \
        const vec2 step = radius * kStep;                                                                              \
        const vec2 cap = radius * kCap;                                                                                \
        const vec4 steps = boxMean(centre - step, centre + vec2(step.x, -belt.y)) +                                    \
                           boxMean(centre + vec2(-step.x, belt.y), centre + step);                                     \
        const vec4 caps = boxMean(centre - cap, centre + vec2(cap.x, -step.y)) +                                       \
                          boxMean(centre + vec2(-cap.x, step.y), centre + cap);                                        \
        const vec3 parts = kAreas / (kAreas.x + kAreas.y + kAreas.z);                                                  \
        return parts.x * boxMean(centre - belt, centre + belt) + 0.5 * (parts.y * steps + parts.z * caps);             \
    }
APERTURE_MEAN(farMean, farBoxMean)
APERTURE_MEAN(nearMean, nearBoxMean)

void main()
{
    const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(pixel, imageSize(effect))))
        return;
    const vec2 centre = vec2(pixel) + 0.5;
    const vec4 own = texelFetch(sharp, pixel, 0);
    vec3 colour = own.rgb;
    // Half a pixel more, as a pixel is no point.
    const vec4 behind = own.a > 0.25 ? farMean(centre, own.a + 0.5) : vec4(0);
    if (behind.a > 1e-4)
        colour = mix(colour, behind.rgb / behind.a, clamp(own.a - 0.25, 0.0, 1.0));

    const vec4 lens = frame.data.lens;
    const float largest = lens.z;
    const float coverage = nearBoxMean(centre - largest, centre + largest).a;
    if (coverage > 1e-4) {
        const float size = nearSizeBoxMean(centre - largest, centre + largest) / coverage;
        const vec4 before = nearMean(centre, clamp(size, 0.0, largest) + 0.5);
        colour = colour * (1.0 - clamp(before.a, 0.0, 1.0)) + max(before.rgb, 0.0);
    }
    imageStore(effect, pixel, vec4(max(colour, 0.0), 1.0));
}
