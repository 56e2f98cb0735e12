// The bias of Bias::Mean: the mean of the texels in the middles of the cells of a grid over the region.
#ifndef VKSCAN_TABLES_MEAN
#define VKSCAN_TABLES_MEAN
#include "tables/source.glsl"
#include "core/workgroup.glsl"

const uint kMeanTexels = (kMeanGrid * kMeanGrid + kWorkgroupSize - 1) / kWorkgroupSize; // texels of an invocation

// A texel of the grid. Multiples of the golden section, modulo 1, spread texels evenly over layers.
Texel fetchForMean(uint i, uvec2 texel)
{
    const uint own = layer;
    if (kLayered)
        layer = (i * 40503 % 65536) * push.layers >> 16;
    const Texel fetched = fetch(texel);
    if (kLayered)
        layer = own;
    return fetched;
}

bool isFinite(float value) { return (floatBitsToUint(value) & 0x7f800000u) != 0x7f800000u; }

// Finds the mean of a channel of the samples. An invocation has every kWorkgroupSize-th sample. If the sum is infinite
// or NaN, two more passes sum and count the finite ones, scaled so that no sum overflows.
float meanOfChannel(Texel texels[kMeanTexels], uint count, uint channel)
{
    const float scale = 1.0 / float(kMeanGrid * kMeanGrid);
    const float most = uintBitsToFloat(0x7f7fffffu);
    float mean = 0.0;
    [[dont_unroll]] for (uint pass = 0; pass < 3; ++pass) {
        Element sum = identity();
        [[unroll]] for (uint k = 0; k < kMeanTexels; ++k) {
            const bool isNew = k * kWorkgroupSize + gl_LocalInvocationIndex < count;
            Element value = elementOf(texels[k], channel);
            const float own = rounded(value);
            if (pass > 0)
                value = elementOfFloat(!isFinite(own) ? 0.0 : pass == 1 ? own * scale : 1.0);
            sum = combine(sum, isNew ? value : identity());
        }
        const float total = rounded(workgroupReduce(sum));
        if (pass == 0)
            mean = total / float(count);
        else if (pass == 1)
            mean = total;
        else // rounding may have made the sum greater than `count` times the largest float
            mean = clamp(mean / max(total, 1.0), -most * scale, most * scale) / scale;
        if (pass == 0 && isFinite(mean)) // equal in all invocations
            break;
    }
    return mean;
}

// Finds the mean. The result is the same in all invocations and all workgroups.
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
    [[unroll]] for (uint channel = 0; channel < kChannels; ++channel)
        mean[channel] = meanOfChannel(texels, count, channel);
    return mean;
}
#endif
