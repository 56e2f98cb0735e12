// A picture to measure errors on.
#ifndef VKSCAN_BENCH_HDR_IMAGE_H
#define VKSCAN_BENCH_HDR_IMAGE_H

#include "reference.h"

#include <cmath>
#include <cstdint>
#include <vector>

namespace bench {

// Luminances as natural scenes have them: the exponential of noise whose amplitude is proportional to its wavelength
// (D. J. Field, 1987), and one texel in 4096 a lamp, up to a thousand times as bright.
inline std::vector<float> hdrImage(uint32_t width, uint32_t height)
{
    constexpr uint32_t kLongestWave = 512; // texels
    std::vector<float> image(std::size_t{width} * height);
    for (uint32_t wave = kLongestWave; wave >= 2; wave /= 2) {
        const auto lattice = [&](uint32_t x, uint32_t y) {
            const uint64_t bits = randomBits((uint64_t{wave} << 40) + (uint64_t{y} << 20) + x);
            return static_cast<float>(bits % 65536) / 32768.0f - 1.0f;
        };
        const float amplitude = 1.5f * static_cast<float>(wave) / kLongestWave;
        for (uint32_t y = 0; y < height; ++y) {
            const float v = static_cast<float>(y % wave) / static_cast<float>(wave);
            for (uint32_t x = 0; x < width; ++x) {
                const float u = static_cast<float>(x % wave) / static_cast<float>(wave);
                const uint32_t column = x / wave;
                const uint32_t row = y / wave;
                const float above = std::lerp(lattice(column, row), lattice(column + 1, row), u);
                const float below = std::lerp(lattice(column, row + 1), lattice(column + 1, row + 1), u);
                image[std::size_t{y} * width + x] += amplitude * std::lerp(above, below, v);
            }
        }
    }
    for (std::size_t i = 0; i < image.size(); ++i) {
        const uint64_t bits = randomBits(i);
        const float lamp = bits % 4096 == 0 ? 1.0f + static_cast<float>(bits >> 20 & 1023) : 1.0f;
        image[i] = std::exp(image[i]) * lamp;
    }
    return image;
}

} // namespace bench

#endif
