#include "sat_picture.h"

#include <support/numbers.h>

#include <vkscan/summed_area_table_query.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace bench {

namespace {

using support::randomBits;

constexpr uint32_t kBoxes = 20000;

class Errors {
public:
    void add(double error)
    {
        m_max = std::max(m_max, std::fabs(error));
        m_squares += error * error;
        ++m_count;
    }
    [[nodiscard]] double max() const { return m_max; }
    [[nodiscard]] double rms() const { return std::sqrt(m_squares / static_cast<double>(m_count)); }

private:
    double m_max = 0;
    double m_squares = 0;
    uint64_t m_count = 0;
};

std::vector<double> exactTable(const std::vector<float>& texels, VkExtent2D extent)
{
    std::vector<double> table(texels.size());
    for (std::size_t y = 0; y < extent.height; ++y) {
        double row = 0;
        for (std::size_t x = 0; x < extent.width; ++x) {
            const std::size_t i = y * extent.width + x;
            row += static_cast<double>(texels[i]);
            table[i] = row + (y > 0 ? table[i - extent.width] : 0.0);
        }
    }
    return table;
}

} // namespace

std::vector<float> hdrImage(uint32_t width, uint32_t height)
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

double meanOf(const std::vector<float>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::vector<std::pair<std::string, double>> pictureErrors(const std::vector<float>& picture, VkExtent2D extent,
                                                          const std::vector<float>& entries, float bias)
{
    const std::vector<double> exact = exactTable(picture, extent);
    const double mean = exact.back() / (static_cast<double>(extent.width) * extent.height);
    Errors ofEntries;
    Errors ofBoxes;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const double texels = static_cast<double>(i % extent.width + 1) * static_cast<double>(i / extent.width + 1);
        const double sum = static_cast<double>(entries[i]) + static_cast<double>(bias) * texels;
        ofEntries.add((sum - exact[i]) / (mean * texels));
    }
    const auto at = [&](int32_t x, int32_t y) {
        return static_cast<std::size_t>(y) * extent.width + static_cast<std::size_t>(x);
    };
    const auto entryAt = [&](int32_t x, int32_t y) { return entries[at(x, y)]; };
    const auto exactAt = [&](int32_t x, int32_t y) { return exact[at(x, y)]; };
    const vkscan::TableView<float, decltype(entryAt)> table = {entryAt, extent, vkscan::TableLayout::Inclusive, bias};
    const vkscan::TableView<double, decltype(exactAt)> reference = {exactAt, extent};
    uint64_t drawn = 0;
    const auto random = [&](uint32_t below) { return static_cast<int32_t>(randomBits(drawn++) % below); };
    for (uint32_t i = 0; i < kBoxes; ++i) {
        const VkOffset2D begin = {random(extent.width), random(extent.height)};
        const VkOffset2D end = {begin.x + 1 + random(256), begin.y + 1 + random(256)};
        ofBoxes.add((static_cast<double>(boxMean(table, begin, end)) - boxMean(reference, begin, end)) / mean);
    }
    if (!(ofBoxes.max() < 1))
        throw std::runtime_error("the means of boxes are wrong by " + std::to_string(ofBoxes.max()));
    return {{"entry_max", ofEntries.max()},
            {"entry_rms", ofEntries.rms()},
            {"box_max", ofBoxes.max()},
            {"box_rms", ofBoxes.rms()}};
}

} // namespace bench
