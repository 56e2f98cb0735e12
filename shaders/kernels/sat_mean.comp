#version 460
#extension GL_GOOGLE_include_directive : require
// The bias of a summed-area table: the mean of texels on a grid over the region, by one workgroup.
#include "tables/source.glsl"
#include "core/workgroup.glsl"

void main()
{
    const uvec2 region = uvec2(push.regionX, push.regionY);
    const uvec2 extent = uvec2(push.regionWidth, push.regionHeight);
    const uvec2 step = (extent + kMeanGrid - 1) / kMeanGrid;
    const uvec2 grid = (extent + step - 1) / step;
    const uint texels = grid.x * grid.y;
    vec4 mean = vec4(0);
    for (uint first = 0; first < texels; first += kWorkgroupSize) {
        const uint i = first + gl_LocalInvocationIndex;
        const Texel texel = fetch(region + uvec2(i % grid.x, min(i / grid.x, grid.y - 1)) * step);
        [[unroll]] for (uint channel = 0; channel < kChannels; ++channel)
            mean[channel] += i < texels ? toFloat(elementOf(texel, channel)) : 0.0;
    }
    [[unroll]] for (uint channel = 0; channel < kChannels; ++channel)
        mean[channel] = toFloat(workgroupReduce(fromFloat(mean[channel]))) / float(texels);
    if (gl_LocalInvocationIndex == 0)
        BiasAt(push.biasAddress).bias = mean;
}
