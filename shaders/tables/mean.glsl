// The bias of Bias::Mean: the mean of texels on a grid over the region.
#ifndef VKSCAN_TABLES_MEAN
#define VKSCAN_TABLES_MEAN
#include "tables/source.glsl"
#include "core/workgroup.glsl"

const uint kMeanBatch = 8; // loads in flight

// Finds the mean by the whole workgroup. The result is valid in all invocations.
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
    for (uint first = 0; first < texels; first += kMeanBatch * kWorkgroupSize) {
        Texel batch[kMeanBatch];
        [[unroll]] for (uint k = 0; k < kMeanBatch; ++k) {
            const uint i = min(first + k * kWorkgroupSize + gl_LocalInvocationIndex, texels - 1);
            batch[k] = fetch(region + uvec2(i % grid.x, i / grid.x) * step);
        }
        [[unroll]] for (uint k = 0; k < kMeanBatch; ++k) {
            const bool isNew = first + k * kWorkgroupSize + gl_LocalInvocationIndex < texels;
            [[unroll]] for (uint channel = 0; channel < kChannels; ++channel)
                sum[channel] = combine(sum[channel], isNew ? elementOf(batch[k], channel) : identity());
        }
    }
    vec4 mean = vec4(0);
    [[unroll]] for (uint channel = 0; channel < kChannels; ++channel)
        mean[channel] = rounded(workgroupReduce(sum[channel])) / float(texels);
    return mean;
}
#endif
