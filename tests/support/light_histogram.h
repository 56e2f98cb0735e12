// Histograms of light and their trimmed means on the CPU, with the bits of the device.
#ifndef VKSCAN_TESTS_LIGHT_HISTOGRAM_H
#define VKSCAN_TESTS_LIGHT_HISTOGRAM_H

#include <vkscan/histogram.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace testing_support {

// Light from 2^-96 to 2^96, or 0.
inline float countedChannel(float channel)
{
    return channel >= 0x1p-96f ? std::min(channel, 0x1p96f) : 0.0f;
}

// The logarithm of a texel's light in units of 2^-23; none with a NaN. Each operation is rounded to a float.
inline std::optional<int64_t> lightLogarithm(const std::array<float, 3>& channels, bool isColour)
{
    if (std::isnan(channels[0]) || (isColour && (std::isnan(channels[1]) || std::isnan(channels[2]))))
        return {};
    float light = countedChannel(channels[0]);
    if (isColour) {
        const float red = 0.2126f * light;
        const float green = 0.7152f * countedChannel(channels[1]);
        const float blue = 0.0722f * countedChannel(channels[2]);
        const float sum = red + green;
        light = sum + blue;
    }
    if (light == 0)
        return int64_t{-127} << 23;
    const auto bits = std::bit_cast<uint32_t>(light);
    const float f = std::bit_cast<float>((bits & 0x007fffff) | 0x3f800000) - 1;
    const float factor = f * (1 - f);
    const float product = 0.1592198f * f;
    const float bend = 0.4228651f - product;
    const float rise = factor * bend;
    return int64_t{bits} - 0x3f800000 + std::bit_cast<uint32_t>(1 + rise) - 0x3f800000;
}

struct LightBins {
    uint32_t count = 64;
    float lower = -10;
    float width = 0.25f;
    bool clampEnds = false;

    // The texel's bin; `count` if it has none.
    [[nodiscard]] uint32_t binOf(std::optional<int64_t> logarithm) const
    {
        if (!logarithm)
            return count;
        const int64_t distance = *logarithm - std::llround(double{lower} * 0x1p23);
        if (distance < 0)
            return clampEnds ? 0 : count;
        const auto bin = static_cast<uint64_t>(distance / std::llround(double{width} * 0x1p23));
        return static_cast<uint32_t>(std::min<uint64_t>(bin, clampEnds ? count - 1 : count));
    }
};

// A weight in units.
inline uint32_t weightUnits(float weight)
{
    return weight > 0 ? static_cast<uint32_t>(std::min(weight, 1.0f) * vkscan::kHistogramWeightUnits + 0.5f) : 0;
}

inline float trimmedMean(const LightBins& bins, const std::vector<uint32_t>& counts, float meanFrom, float meanTo)
{
    uint64_t total = 0;
    for (const uint32_t count : counts)
        total += count;
    const uint64_t from = total * static_cast<uint64_t>(std::lround(meanFrom * 65536));
    const uint64_t to = total * static_cast<uint64_t>(std::lround(meanTo * 65536));
    uint64_t before = 0;
    uint64_t moment = 0;
    for (uint32_t bin = 0; bin < bins.count; ++bin) {
        const uint64_t after = before + (uint64_t{counts[bin]} << 16);
        moment += (std::clamp(after, from, to) - std::clamp(before, from, to)) * (2 * bin + 1);
        before = after;
    }
    const int excess = std::max(static_cast<int>(std::bit_width(moment)) - 51, 0);
    const uint64_t place = (moment >> excess << 13) / std::max<uint64_t>((to - from) >> excess, 1);
    const float distance = static_cast<float>(place) * 0x1p-14f * bins.width;
    return bins.lower + distance;
}

} // namespace testing_support

#endif
