// Depth of field by a lens: the mean light of pictures seen from many points of the lens, so far. Each sample of a
// pixel has a separate mean, so that edges in focus are as smooth as those of the scene.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "shared.h"
#include "samples.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = kEffectBinding, rgba16f) writeonly uniform image2D effect;

void main()
{
    const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    const ivec2 extent = imageSize(effect);
    if (any(greaterThanEqual(pixel, extent)))
        return;
    const uint point = frame.data.lensPoint.x;
    const uint begin = kSampleCount * uint(pixel.y * extent.x + pixel.x);
    vec4 mean = vec4(0);
    for (int i = 0; i < kSampleCount; ++i) {
        vec3 sum = texelFetch(samples, pixel, i).rgb;
        if (point > 0u)
            sum += frame.data.lensSums.at[begin + i].rgb;
        frame.data.lensSums.at[begin + i] = vec4(sum, 0.0);
        mean += dimmed(sum / float(point + 1u));
    }
    imageStore(effect, pixel, vec4(undimmed(mean), 1.0));
}
