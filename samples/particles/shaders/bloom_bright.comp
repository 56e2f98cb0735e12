// Bright parts of the light, at half the size.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "shared.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(push_constant) uniform PushConstants { Bloom bloom; };

layout(set = 0, binding = kLightBinding, rgba16f) readonly uniform image2D light;
layout(set = 0, binding = kBrightBinding, rgba16f) writeonly uniform image2D bright;

const float kMost = 16.0; // limit that keeps sums precise

void main()
{
    const ivec2 texel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(texel, imageSize(bright))))
        return;
    const ivec2 last = imageSize(light) - 1;
    vec3 sum = vec3(0.0);
    for (int i = 0; i < 4; ++i)
        sum += min(imageLoad(light, min(2 * texel + ivec2(i & 1, i >> 1), last)).rgb, kMost);
    const vec3 mean = 0.25 * sum;
    const float most = max(mean.r, max(mean.g, mean.b));
    imageStore(bright, texel, vec4(mean * max(1.0 - bloom.threshold / max(most, 1e-6), 0.0), 1.0));
}
