// Draws the layers over each other, from before the focus to behind it, with the sharp parts in between, in a screen's
// colours.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "shared.h"
#include "focus.glsl"
#include "exposure.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = kLayerTablesBinding) uniform utexture2D nearestTable;
layout(set = 0, binding = kLayerTablesBinding + 1) uniform utexture2D nearTable;
layout(set = 0, binding = kLayerTablesBinding + 2) uniform utexture2D farTable;
layout(set = 0, binding = kLayerTablesBinding + 3) uniform utexture2D fartherTable;
layout(set = 0, binding = kLayerTablesBinding + 4) uniform utexture2D farthestTable;
layout(set = 0, binding = kLayerTablesBinding + kBehindTable) uniform utexture2D behindTable;
layout(set = 0, binding = kPictureBinding, rgba8) writeonly uniform image2D picture;

#define TABLE_NAME(function) behind##function
#define TABLE_VALUE uvec4
#define TABLE_MEAN vec4
#define TABLE_FETCH(x, y) texelFetch(behindTable, ivec2(x, y), 0)
#define TABLE_EXTENT (textureSize(behindTable, 0) - 1)
#define TABLE_ZERO_BORDER
#include "vkscan/summed_area_table.glsl"

// A layer at a place in texels, interpolated. An entry of the table of spread corners is the light of a texel, and
// tables have a border.
vec4 layerAt(utexture2D table, vec2 place)
{
    const ivec2 last = textureSize(table, 0) - 2;
    const vec2 begin = floor(place - 0.5);
    const vec2 part = place - 0.5 - begin;
    const ivec2 a = clamp(ivec2(begin), ivec2(0), last) + 1;
    const ivec2 b = clamp(ivec2(begin) + 1, ivec2(0), last) + 1;
    const vec4 above = mix(vec4(texelFetch(table, a, 0)), vec4(texelFetch(table, ivec2(b.x, a.y), 0)), part.x);
    const vec4 below = mix(vec4(texelFetch(table, ivec2(a.x, b.y), 0)), vec4(texelFetch(table, b, 0)), part.x);
    return mix(above, below, part.y) / float(kSpreadOne);
}

// Surroundings of a place in texels, from the least blurred parts: boxes of growing size, of which the smallest with
// contents counts most. `reach` is the reach of the smallest.
vec3 surroundings(vec2 place, float reach)
{
    vec4 sum = vec4(0);
    float weight = 1.0;
    for (float radius = reach; radius < 100.0; radius *= 2.0) {
        sum += weight * behindBoxMean(place - radius, place + radius) / float(kBehindOne);
        weight /= 32.0;
    }
    return undimmed(sum);
}

// Adds a part to the covered part of a pixel, and returns its visible share.
float hide(inout float covered, float part)
{
    const float seen = clamp(1.0 - covered, 0.0, part);
    covered += seen;
    return seen;
}

// The part of a circle around a pixel, of this radius in pixels, that is farther away than the pixel.
float openAround(ivec2 pixel, float radius)
{
    const int kPlaces = 12;
    const ivec2 last = textureSize(samples) - 1;
    const float reach = 0.8 * abs(radius) + 0.5;
    float sum = 0.0;
    for (int i = 0; i < kPlaces; ++i) {
        const float angle = 6.2831853 / float(kPlaces) * float(i) + 0.2;
        const ivec2 place = clamp(pixel + ivec2(round(reach * vec2(cos(angle), sin(angle)))), ivec2(0), last);
        const float farther = blurRadius(texelFetch(samples, place, 0).a) - radius;
        sum += clamp(farther / (1.0 + 0.15 * abs(radius)) - 0.5, 0.0, 1.0);
    }
    return sum / float(kPlaces);
}

void main()
{
    const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(pixel, imageSize(picture))))
        return;
    vec4 sharp = vec4(0); // dimmed
    float sharpPart = 0.0;
    float ownParts[kLayerCount];
    float ownRadius = 0.0;
    for (int layer = 0; layer < kLayerCount; ++layer)
        ownParts[layer] = 0.0;
    for (int i = 0; i < kSampleCount; ++i) {
        const vec4 point = texelFetch(samples, pixel, i);
        const float radius = blurRadius(point.a);
        const float blurred = blurredPart(radius) / float(kSampleCount);
        const float part = 1.0 / float(kSampleCount) - blurred;
        sharp += part * dimmed(point.rgb);
        sharpPart += part;
        ownRadius += radius / float(kSampleCount);
        const float[kLayerCount] parts = layerParts(radius);
        for (int layer = 0; layer < kLayerCount; ++layer)
            ownParts[layer] += blurred * parts[layer];
    }

    const vec2 place = (vec2(pixel) + 0.5) / 2.0;
    const vec4 layers[kLayerCount] =
        vec4[](layerAt(nearestTable, place), layerAt(nearTable, place), layerAt(farTable, place),
               layerAt(fartherTable, place), layerAt(farthestTable, place));
    // Each layer hides those behind it. Parts of one surface in several layers add up to about 1.
    float covered = 0.0; // the part of the pixel
    vec3 near = vec3(0);
    float overlap = 0.0;
    vec4 own = vec4(0);
    for (int i = 0; i < kNearLayerCount; ++i) {
        near += hide(covered, layers[i].a) * layers[i].rgb / max(layers[i].a, 1e-4);
        overlap += layers[i].a - ownParts[i];
        own += ownParts[i] * vec4(layers[i].rgb / max(layers[i].a, 1e-4), 1.0);
    }
    const float nearOpen = 1.0 - covered;
    // Sharp parts end at the outline of a nearer blurred surface, which is translucent there. Towards the outline and
    // beyond it the surroundings replace them, so that no edge shows through.
    const float faded = sharpPart * smoothstep(0.2, 0.5, overlap);
    const float seen = hide(covered, sharpPart - faded);
    const float gap = 1.0 - covered;
    vec3 far = vec3(0);
    vec4 rest = 1e-6 * vec4(near, 1.0 - nearOpen);
    float closed = 0.0;
    if (gap > 0.004) {
        // Discs before the focus leave small gaps where their size changes.
        const float healed = own.a * (1.0 - smoothstep(0.05, 0.12, gap));
        far += hide(covered, healed * gap) * own.rgb / max(own.a, 1e-4);
        const float reach = 0.5 * abs(ownRadius) + 1.0;
        const vec3 around = surroundings(place, reach);
        const float all = knownOfDimmed(behindBoxMean(place - reach, place + reach) / float(kBehindOne));
        const float itself = own.a * behindWeight(ownRadius);
        const float part = max(all - itself, 0.0) / (1.001 - itself);
        far += hide(covered, min((own.a + 2.0 * faded) * part, 1.0)) * around;
        rest += (own.a + faded) * part * vec4(around, 1.0);
        closed = 1.0 - min(2.0 * openAround(pixel, ownRadius), 1.0);
    }
    // Unless a farther surface is near by, nothing shines through the pixel's own layer: a nearer one hides more of it
    // from the middle of the lens.
    for (int i = kNearLayerCount; i < kLayerCount; ++i) {
        const vec3 light = layers[i].rgb / max(layers[i].a, 1e-4);
        far += hide(covered, layers[i].a) * light;
        const float share = ownParts[i] / max(1.0 - sharpPart, 0.25);
        far += hide(covered, share * closed * smoothstep(0.2, 0.4, layers[i].a) * (1.0 - covered)) * light;
        rest += exp2(2.0 * float(i - kLayerCount)) * layers[i].a * layers[i];
    }
    // The rest equals farther parts or, if no layer has any, the surroundings.
    far += (1.0 - covered) * rest.rgb / max(rest.a, 1e-6);
    const float farOpen = nearOpen - seen;
    vec3 colour = near;
    if (nearOpen > 0.0) {
        vec4 mixed = farOpen * dimmed(far / max(farOpen, 1e-4));
        if (sharpPart > 0.0)
            mixed += seen / sharpPart * sharp;
        colour += nearOpen * undimmed(mixed);
    }
    imageStore(picture, pixel, vec4(shown(colour), 1.0));
}
