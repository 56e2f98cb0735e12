// Puts what is sharp over what is behind the focus, and what is before it over both, as a screen shows it.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "shared.h"
#include "dimmed.glsl"
#include "exposure.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = kSharpBinding) uniform texture2D sharp;
layout(set = 0, binding = kFarBlurBinding) uniform sampler2D farBlur;
layout(set = 0, binding = kNearBlurBinding) uniform sampler2D nearBlur;
layout(set = 0, binding = kPictureBinding, rgba8) writeonly uniform image2D picture;

// Samples a layer of half the size: each tap is the mean of neighbours, and all four pixels with slabs of their own
// count alike.
vec4 smoothed(sampler2D layer, vec2 pixel)
{
    const vec2 texel = 1.0 / vec2(textureSize(layer, 0));
    const vec2 place = (pixel + 0.5) * 0.5 * texel;
    const vec4 step = vec4(-0.5, -0.5, 0.5, 0.5) * texel.xyxy;
    return 0.25 * (textureLod(layer, place + step.xy, 0.0) + textureLod(layer, place + step.zy, 0.0) +
                   textureLod(layer, place + step.xw, 0.0) + textureLod(layer, place + step.zw, 0.0));
}

void main()
{
    const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(pixel, imageSize(picture))))
        return;
    const vec4 near = smoothed(nearBlur, vec2(pixel));
    // The sharp layer ends at the outline of something before the focus, whose blur is translucent there. Towards the
    // outline the surroundings take its place, so that no edge shows through.
    const float sharpPart = 1.0 - smoothstep(0.2, 0.5, near.a);
    vec4 own = texelFetch(sharp, pixel, 0);
    own = vec4(own.rgb * sharpPart, 1.0 - (1.0 - own.a) * sharpPart);
    vec3 colour = own.rgb;
    float known = 1.0;
    if (own.a > 0.0) {
        const vec4 far = smoothed(farBlur, vec2(pixel));
        const float hasFar = clamp(4.0 * knownOfDimmed(far), 0.0, 1.0);
        known += own.a * (hasFar - 1.0);
        const vec4 ownPart = (1.0 - own.a) * dimmed(own.rgb / max(1.0 - own.a, 1e-3));
        colour = known * undimmed(ownPart + own.a * hasFar * dimmed(undimmed(far)));
    }
    // Where nothing is known of what is behind, it is as what is before.
    const float total = near.a + (1.0 - near.a) * known;
    colour = (near.rgb + (1.0 - near.a) * colour) / max(total, 1e-3);
    imageStore(picture, pixel, vec4(shown(colour), 1.0));
}
