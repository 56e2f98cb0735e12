#version 460
#extension GL_GOOGLE_include_directive : require
// The bias of a summed-area table: the mean of texels on a grid over the region, by one workgroup.
#include "sat_common.glsl"
#include "monoid.glsl"
#include "subgroup.glsl"
#include "workgroup.glsl"
#include "sat_source.glsl"

void main()
{
    const uvec2 region = uvec2(push.regionX, push.regionY);
    const uvec2 extent = uvec2(push.regionWidth, push.regionHeight);
    const uvec2 step = (extent + kMeanGrid - 1) / kMeanGrid;
    const uvec2 grid = (extent + step - 1) / step;
    vec4 mean = vec4(0);
    for (uint i = gl_LocalInvocationIndex; i < grid.x * grid.y; i += kWorkgroupSize) {
        const Texel texel = fetch(region + uvec2(i % grid.x, i / grid.x) * step);
        [[unroll]] for (uint channel = 0; channel < kChannels; ++channel)
            mean[channel] += elementOf(texel, channel);
    }
    [[unroll]] for (uint channel = 0; channel < kChannels; ++channel)
        mean[channel] = workgroupReduce(mean[channel]) / float(grid.x * grid.y);
    if (gl_LocalInvocationIndex == 0)
        BiasAt(push.biasAddress).bias = mean;
}
