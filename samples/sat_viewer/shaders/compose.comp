// Draws the layers over each other, from before the focus to behind it, with the sharp parts in between, in a screen's
// colours.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "shared.h"
#include "focus.glsl"
#include "exposure.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = kLayersBinding) uniform sampler2DArray layerImages; // an image for each table
layout(set = 0, binding = kPictureBinding, rgba8) writeonly uniform image2D picture;

// Adds a part to the covered part of a pixel, and returns its visible share.
float hide(inout float covered, float part)
{
    const float seen = clamp(1.0 - covered, 0.0, part);
    covered += seen;
    return seen;
}

// Adds a layer, and returns its visible light. The pixel's own layer is hidden only by what its disc has of farther
// parts: where nearer ones are, it goes on behind them. Discs that change in size leave some percent, which are no gap.
vec3 hideLayer(inout float covered, vec4 layer, float ownPart, float farther)
{
    const float own = (1.0 - covered) * min(1.06 * layer.a / clamp(layer.a + farther, 1e-4, 1.0), 1.0);
    return hide(covered, mix(layer.a, own, ownPart)) * layer.rgb / max(layer.a, 1e-4);
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

    const vec2 place = (vec2(pixel) + 0.5) / 2.0 / vec2(layerExtent);
    vec4 layers[kLayerCount];
    for (int i = 0; i < kLayerCount; ++i)
        layers[i] = textureLod(layerImages, vec3(place, i), 0.0);
    const vec4 farther = textureLod(layerImages, vec3(place, kFartherTable), 0.0);
    const float fartherParts[kLayerCount] = float[](farther.x, farther.y, farther.z, farther.w, 0.0);
    // Each layer hides those behind it. Parts of one surface in several layers add up to about 1.
    float covered = 0.0; // the part of the pixel
    vec3 near = vec3(0);
    float overlap = 0.0;
    vec4 own = vec4(0);
    for (int i = 0; i < kNearLayerCount; ++i) {
        near += hideLayer(covered, layers[i], ownParts[i], fartherParts[i]);
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
    if (gap > 0.004) {
        const vec4 around = textureLod(layerImages, vec3(place, kBehindTable), 0.0);
        const float itself = own.a * behindWeight(ownRadius);
        const float part = max(around.a - itself, 0.0) / (1.001 - itself);
        far += hide(covered, min((own.a + 2.0 * faded) * part, 1.0)) * around.rgb;
        rest += (own.a + faded) * part * vec4(around.rgb, 1.0);
    }
    for (int i = kNearLayerCount; i < kLayerCount; ++i) {
        far += hideLayer(covered, layers[i], ownParts[i], fartherParts[i]);
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
