// The bias of Bias::Mean: the mean of texels on a grid over the region.
#ifndef VKSCAN_TABLES_MEAN
#define VKSCAN_TABLES_MEAN
#include "tables/source.glsl"
#include "core/workgroup.glsl"

// By the whole workgroup; valid in all invocations.
vec4 meanOfGrid()
{
    const uvec2 region = uvec2(push.regionX, push.regionY);
    const uvec2 extent = uvec2(push.regionWidth, push.regionHeight);
    const uvec2 step = (extent + kMeanGrid - 1) / kMeanGrid;
    const uvec2 grid = (extent + step - 1) / step;
    const uint texels = grid.x * grid.y;
    Element sum[kChannels];
    [[unroll]] for (uint channel = 0; channel < kChannels; ++channel)
        sum[channel] = identity();
    for (uint first = 0; first < texels; first += kWorkgroupSize) {
        const uint i = first + gl_LocalInvocationIndex;
        const Texel texel = fetch(region + uvec2(i % grid.x, min(i / grid.x, grid.y - 1)) * step);
        [[unroll]] for (uint channel = 0; channel < kChannels; ++channel)
            sum[channel] = combine(sum[channel], i < texels ? elementOf(texel, channel) : identity());
    }
    vec4 mean = vec4(0);
    [[unroll]] for (uint channel = 0; channel < kChannels; ++channel)
        mean[channel] = rounded(workgroupReduce(sum[channel])) / float(texels);
    return mean;
}
#endif
