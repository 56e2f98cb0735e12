// Adds the glow to the light.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "shared.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(push_constant) uniform PushConstants { Bloom bloom; };

layout(set = 0, binding = kLightBinding, rgba16f) uniform image2D light;
layout(set = 0, binding = kShineBinding) uniform sampler2D shine;

void main()
{
    const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(pixel, imageSize(light))))
        return;
    // A texel of the glow covers two pixels, or one at the picture's end.
    const vec2 place = (vec2(pixel) + 0.5) / (2.0 * vec2(textureSize(shine, 0)));
    const vec3 shining = textureLod(shine, place, 0.0).rgb;
    imageStore(light, pixel, vec4(imageLoad(light, pixel).rgb + bloom.strength * shining, 1.0));
}
