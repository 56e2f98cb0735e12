// Parts the scene into what is before the focus, which blurs over its surroundings, and the rest, of which what is
// behind the focus blurs but is not blurred over by what is in focus. Samples of a pixel are told apart, so that edges
// between near and far do not become something in focus.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "shared.h"
#include "lens.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = kSamplesBinding) uniform texture2DMS samples;
layout(set = 0, binding = kFarOutBinding, rgba16f) writeonly uniform image2D farOut;
layout(set = 0, binding = kNearOutBinding, rgba16f) writeonly uniform image2D nearOut;
layout(set = 0, binding = kNearSizeOutBinding, r32f) writeonly uniform image2D nearSizeOut;
layout(set = 0, binding = kSharpOutBinding, rgba16f) writeonly uniform image2D sharpOut;

void main()
{
    const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(pixel, imageSize(sharpOut))))
        return;
    const vec4 lens = frame.data.lens;
    vec4 far = vec4(0);
    vec4 near = vec4(0);
    float nearSize = 0.0;
    vec4 sharp = vec4(0);
    float sharpParts = 0.0;
    for (int i = 0; i < kSampleCount; ++i) {
        const vec4 texel = texelFetch(samples, pixel, i);
        const float radius = blurRadius(texel.a);
        const float isNear = clamp(-radius - 0.5, 0.0, 1.0);
        // What is in focus takes a small part only, so that it counts where there is nothing else.
        const float isFar = (1.0 - isNear) * mix(0.01, 1.0, clamp(0.5 * radius, 0.0, 1.0));
        far += isFar * vec4(texel.rgb, 1.0);
        near += isNear * vec4(texel.rgb, 1.0);
        nearSize += isNear * -radius;
        sharp += (1.0 - isNear) * vec4(texel.rgb, max(radius, 0.0));
        sharpParts += 1.0 - isNear;
    }
    imageStore(farOut, pixel, far / kSampleCount);
    imageStore(nearOut, pixel, near / kSampleCount);
    imageStore(nearSizeOut, pixel, vec4(nearSize / kSampleCount));
    // Wholly behind something near: as blurred as can be, so that the surroundings fill it.
    imageStore(sharpOut, pixel, sharpParts == 0.0 ? vec4(0, 0, 0, lens.z) : sharp / sharpParts);
}
