// Divides blurred parts into layers of half the picture's size.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "shared.h"
#include "focus.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = kLayerImagesBinding, rgba16f) writeonly uniform image2DArray layers;

void main()
{
    const ivec2 texel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(texel, layerExtent)))
        return;
    const float kMostLight = 500.0; // sums of a layer stay below 2^32
    const float share = 1.0 / float(4 * kSampleCount);
    const ivec2 last = textureSize(samples) - 1;
    vec4 light[kLayerCount];
    float radii[kLayerCount];
    vec3 brightest[kLayerCount]; // sum of places in the texel weighted by brightness, and of brightness
    for (int i = 0; i < kLayerCount; ++i) {
        light[i] = vec4(0);
        radii[i] = 0.0;
        brightest[i] = vec3(0);
    }
    float mean = 0.0; // of radii
    vec4 behind = vec4(0);
    vec4 farther = vec4(0);
    for (int i = 0; i < 4 * kSampleCount; ++i) {
        // Beyond an odd side's end the last pixel counts twice.
        const ivec2 part = ivec2(i & 1, i >> 1 & 1);
        const vec4 point = texelFetch(samples, min(2 * texel + part, last), i >> 2);
        const vec3 colour = clamp(point.rgb, 0.0, kMostLight);
        const float radius = blurRadius(point.a);
        const float blurred = share * blurredPart(radius);
        const float[kLayerCount] parts = layerParts(radius);
        for (int layer = 0; layer < kLayerCount; ++layer) {
            light[layer] += blurred * parts[layer] * vec4(colour, 1.0);
            radii[layer] += blurred * parts[layer] * abs(radius);
            brightest[layer] += blurred * parts[layer] * dot(colour, vec3(1)) * vec3(0.5 * vec2(part) + 0.25, 1.0);
        }
        mean += share * abs(radius);
        behind += share * behindWeight(radius) * dimmed(colour);
        farther += vec4(share - blurred * vec2(parts[0], parts[0] + parts[1]),
                        blurred * vec2(parts[3] + parts[4], parts[4]));
    }
    for (int i = 0; i < kLayerCount; ++i) {
        imageStore(layers, ivec3(texel, i), light[i]);
        if (light[i].a == 0.0)
            continue;
        const float radius = 0.5 * radii[i] / light[i].a; // texels
        imageStore(layers, ivec3(texel, kFirstDiscImage + i),
                   vec4(radius, brightest[i].xy / max(brightest[i].z, 1e-6), 0.0));
    }
    imageStore(layers, ivec3(texel, kBehindTable), vec4(mean)); // for resolve.comp
    for (int i = 0; i < 4; ++i) {
        frame.data.corners.at[wordOf(kBehindTable, texel) + wordsTo(i)] = uint(behind[i] * float(kMeanOne) + 0.5);
        frame.data.corners.at[wordOf(kFartherTable, texel) + wordsTo(i)] = uint(farther[i] * float(kMeanOne) + 0.5);
    }
}
