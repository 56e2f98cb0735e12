// A picture to measure the errors of tables on.
#ifndef VKSCAN_BENCH_SAT_PICTURE_H
#define VKSCAN_BENCH_SAT_PICTURE_H

#include <vkscan/summed_area_table.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace bench {

// Luminances as natural scenes have them: the exponential of noise whose amplitude is proportional to its wavelength
// (D. J. Field, 1987), and one texel in 4096 a lamp, up to a thousand times as bright.
[[nodiscard]] std::vector<float> hdrImage(uint32_t width, uint32_t height);

[[nodiscard]] double meanOf(const std::vector<float>& values);

// The errors of entries, relative to the picture's mean times the entry's texels, and of the means of random boxes,
// relative to its mean. Throws std::runtime_error if they are too large for rounding.
[[nodiscard]] std::vector<std::pair<std::string, double>>
pictureErrors(const std::vector<float>& picture, VkExtent2D extent, const std::vector<float>& entries, float bias);

} // namespace bench

#endif
