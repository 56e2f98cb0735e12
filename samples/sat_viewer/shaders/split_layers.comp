// Parts the scene into what is before the focus, which blurs over its surroundings, and the rest. Of the rest, what is
// sharp stays in a layer of the picture's size; what is behind the focus goes to a layer of half the size, as it will be
// blurred by more than that. Samples of a pixel are told apart, so that edges stay as smooth as they were drawn, and
// edges between near and far do not become something in focus.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "shared.h"
#include "samples.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = kFarOutBinding, rgba16f) writeonly uniform image2D farOut;
layout(set = 0, binding = kFarSizeOutBinding, r32f) writeonly uniform image2D farSizeOut;
layout(set = 0, binding = kNearOutBinding, rgba16f) writeonly uniform image2D nearOut;
layout(set = 0, binding = kNearSizeOutBinding, r32f) writeonly uniform image2D nearSizeOut;
layout(set = 0, binding = kSharpOutBinding, rgba16f) writeonly uniform image2D sharpOut;

// A thin lens. The radius in pixels of the blur of a point `metres` ahead: negative before the focus, at most as large
// as the lens allows.
float blurRadius(float metres)
{
    const vec4 lens = frame.data.lens;
    return clamp(lens.y * (metres - lens.x) / metres, -lens.z, lens.z);
}

// How much of something behind the focus comes from the blurred layer, which has no detail of less than two pixels.
float blurredPart(float radius) { return clamp((radius - 0.5) / 2.0, 0.0, 1.0); }

// The weight of what is behind the focus grows with its blur, so that what hardly blurs makes no halo around itself.
// Below the least weight F32 sums leave noise.
float farWeight(float part) { return clamp(part, 0.125, 1.0); }
// The weight of what is in focus: it counts only where there is hardly anything else, behind something near. With still
// less, the small discs that reach it there would be noise.
const float kFocusWeight = 0.01;

void main()
{
    const ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(place, imageSize(farOut))))
        return;
    const vec4 lens = frame.data.lens;
    const ivec2 last = imageSize(sharpOut) - 1;
    vec4 far = vec4(0);
    float farSize = 0.0;
    vec4 near = vec4(0);
    float nearSize = 0.0;
    for (int corner = 0; corner < 4; ++corner) {
        // Beyond an odd side's end the last pixel counts twice, and is stored twice alike.
        const ivec2 pixel = min(2 * place + ivec2(corner & 1, corner >> 1), last);
        vec4 sharp = vec4(0); // weighted by brightness
        float sharpParts = 0.0;
        float blurredParts = 0.0;
        for (int i = 0; i < kSampleCount; ++i) {
            const vec4 texel = texelFetch(samples, pixel, i);
            const float radius = blurRadius(texel.a);
            const float isNear = clamp(-radius - 0.5, 0.0, 1.0);
            const float isBlurred = (1.0 - isNear) * blurredPart(radius);
            const float isSharp = 1.0 - isNear - isBlurred;
            // Light of what is in focus would shine far around it.
            far += isBlurred * farWeight(radius / lens.z) * vec4(texel.rgb, 1.0) + kFocusWeight * isSharp * dimmed(texel.rgb);
            near += isNear * vec4(texel.rgb, 1.0);
            nearSize += isNear * nearSizeCode(-radius / lens.z);
            sharp += isSharp * dimmed(texel.rgb);
            sharpParts += isSharp;
            blurredParts += isBlurred;
            // Not the mean: where things meet, a texel is blurred as what is blurred most in it, whose colour it takes.
            farSize = max(farSize, isBlurred > 0.0 ? radius : 0.0);
        }
        const float parts = sharpParts + blurredParts;
        const vec4 behind = parts == 0.0 ? vec4(0, 0, 0, 1)
                                         : vec4(undimmed(sharp) * sharpParts, blurredParts) / parts;
        imageStore(sharpOut, pixel, behind);
    }
    const float kCount = 4.0 * kSampleCount;
    imageStore(farOut, place, far / kCount);
    // Below 0 where something near covers some of it: what lies behind that is unknown.
    imageStore(farSizeOut, place, vec4(near.a > 0.0 ? min(-0.5 * farSize, -1e-6) : 0.5 * farSize));
    imageStore(nearOut, place, near / kCount);
    imageStore(nearSizeOut, place, vec4(nearSize / kCount));
}
