// The bias of Bias::Mean: the mean of the texels in the middles of the cells of a grid over the region.
#ifndef VKSCAN_TABLES_MEAN
#define VKSCAN_TABLES_MEAN
#include "tables/source.glsl"
#include "core/workgroup.glsl"

const uint kMeanTexels = (kMeanGrid * kMeanGrid + kWorkgroupSize - 1) / kWorkgroupSize; // of an invocation

#if defined(TABLE_LAYERS)
// A texel of the grid, from layer to layer: multiples of the golden section, modulo 1, spread them evenly.
Texel fetchForMean(uint i, uvec2 texel)
{
    const uint own = layer;
    layer = (i * 40503 % 65536) * push.layers >> 16;
    const Texel fetched = fetch(texel);
    layer = own;
    return fetched;
}
#else
#define fetchForMean(i, texel) fetch(texel)
#endif

// Finds the mean by the whole workgroup. The result is valid in all invocations, and in all workgroups the same. An
// invocation takes every kWorkgroupSize-th texel of the grid.
vec4 meanOfGrid()
{
    const uvec2 region = uvec2(push.regionX, push.regionY);
    const uvec2 extent = uvec2(push.regionWidth, push.regionHeight);
    const uvec2 cell = (extent + kMeanGrid - 1) / kMeanGrid;
    const uvec2 cells = (extent + cell - 1) / cell;
    const uint count = cells.x * cells.y;
    Texel texels[kMeanTexels];
    [[unroll]] for (uint k = 0; k < kMeanTexels; ++k) {
        const uint i = min(k * kWorkgroupSize + gl_LocalInvocationIndex, count - 1);
        const uvec2 middle = uvec2(i % cells.x, i / cells.x) * cell + (cell - 1) / 2;
        texels[k] = fetchForMean(i, region + min(middle, extent - 1));
    }
    vec4 mean = vec4(0);
    [[unroll]] for (uint channel = 0; channel < kChannels; ++channel) {
        Element sum = identity();
        [[unroll]] for (uint k = 0; k < kMeanTexels; ++k) {
            const bool isNew = k * kWorkgroupSize + gl_LocalInvocationIndex < count;
            sum = combine(sum, isNew ? elementOf(texels[k], channel) : identity());
        }
        mean[channel] = rounded(workgroupReduce(sum)) / float(count);
    }
    return mean;
}
#endif
