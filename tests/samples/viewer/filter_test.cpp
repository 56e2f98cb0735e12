// The viewer's image filters, compared with a reference that adds up every box itself.
#include "draws.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <functional>
#include <random>

namespace {

constexpr int kWidth = 83;
constexpr int kHeight = 57;
constexpr int kRadius = 4;
constexpr double kThreshold = 0.15;
constexpr double kAmount = 1.5;

using Texel = std::array<double, 4>; // in codes; the last is the luminance
using Texels = std::vector<Texel>;

// Uneven ground under noise, so that there is a texel on either side of every threshold.
Texels makePicture()
{
    std::mt19937 random(7);
    const auto noise = [&random](unsigned limit) { return static_cast<unsigned>(random() % limit); };
    Texels picture;
    for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
            const unsigned ground = static_cast<unsigned>(150 + x);
            const unsigned value = ground * (50 + noise(50)) / 100;
            const Texel texel = {double(value), double(value - noise(30)), double(value / 2), 0};
            picture.push_back(texel);
            picture.back()[3] = std::round(0.2126 * texel[0] + 0.7152 * texel[1] + 0.0722 * texel[2]);
        }
    }
    return picture;
}

std::string writePicture(const Texels& picture)
{
    const std::string file = testing::TempDir() + "sat_viewer_filter.ppm";
    std::ofstream stream(file, std::ios::binary);
    stream << "P6 " << kWidth << ' ' << kHeight << " 255\n";
    for (const Texel& texel : picture)
        for (std::size_t i = 0; i < 3; ++i)
            stream.put(static_cast<char>(static_cast<unsigned char>(texel[i])));
    return file;
}

struct Surroundings {
    Texel mean = {};
    double deviation = 0; // of the luminance
};

Surroundings surroundingsOf(const Texels& picture, int x, int y)
{
    Surroundings result;
    double squares = 0;
    double count = 0;
    for (int row = std::max(y - kRadius, 0); row <= std::min(y + kRadius, kHeight - 1); ++row) {
        for (int column = std::max(x - kRadius, 0); column <= std::min(x + kRadius, kWidth - 1); ++column) {
            const Texel& texel = picture[static_cast<std::size_t>(row * kWidth + column)];
            for (std::size_t i = 0; i < 4; ++i)
                result.mean[i] += texel[i];
            squares += texel[3] * texel[3];
            ++count;
        }
    }
    for (double& value : result.mean)
        value /= count;
    result.deviation = std::sqrt(std::max(squares / count - result.mean[3] * result.mean[3], 0.0));
    return result;
}

// True: the value of a texel's channel may be the filter's result.
using Judge = std::function<bool(const Texel& texel, const Surroundings& around, std::size_t channel, int value)>;

class FilterTest : public testing::TestWithParam<const char*> {
protected:
    // The filter is its name and its own options.
    void expectFiltered(const Words& filter, const Judge& judge)
    {
        const Texels picture = makePicture();
        const Picture filtered =
            draw(Words{SAT_VIEWER, "--headless", "--validate", "--frames", "3", "--image", writePicture(picture),
                       "--radius", std::to_string(kRadius), "--accumulation", GetParam(), "--filter"} +
                 filter);
        ASSERT_EQ(filtered.width, kWidth);
        ASSERT_EQ(filtered.height, kHeight);
        for (std::size_t i = 0; i < picture.size(); ++i) {
            const int x = static_cast<int>(i) % kWidth;
            const int y = static_cast<int>(i) / kWidth;
            const Surroundings around = surroundingsOf(picture, x, y);
            for (std::size_t channel = 0; channel < 3; ++channel) {
                const int value = filtered.values[3 * i + channel];
                ASSERT_TRUE(judge(picture[i], around, channel, value))
                    << "channel " << channel << " at (" << x << ", " << y << ") is " << value;
            }
        }
    }
};

bool isBinary(double luminance, double threshold, int value)
{
    if (std::abs(luminance - threshold) < 0.05) // too close to call
        return value == 0 || value == 255;
    return value == (luminance < threshold ? 0 : 255);
}

TEST_P(FilterTest, Box)
{
    expectFiltered({"box"}, [](const Texel&, const Surroundings& around, std::size_t channel, int value) {
        return std::abs(value - around.mean[channel]) < 0.6;
    });
}

TEST_P(FilterTest, AdaptiveThreshold)
{
    expectFiltered({"threshold", "--threshold", std::to_string(kThreshold)},
                   [](const Texel& texel, const Surroundings& around, std::size_t, int value) {
                       return isBinary(texel[3], around.mean[3] * (1 - kThreshold), value);
                   });
}

TEST_P(FilterTest, Sauvola)
{
    expectFiltered({"sauvola", "--threshold", std::to_string(kThreshold)},
                   [](const Texel& texel, const Surroundings& around, std::size_t, int value) {
                       return isBinary(texel[3], around.mean[3] * (1 + kThreshold * (around.deviation / 127.5 - 1)),
                                       value);
                   });
}

TEST_P(FilterTest, LocalContrast)
{
    expectFiltered({"contrast", "--amount", std::to_string(kAmount)},
                   [](const Texel& texel, const Surroundings& around, std::size_t channel, int value) {
                       const double mean = around.mean[channel];
                       const double gain = 1 + kAmount * 25.5 / (around.deviation + 25.5);
                       return std::abs(value - std::clamp(mean + (texel[channel] - mean) * gain, 0.0, 255.0)) < 1.1;
                   });
}

INSTANTIATE_TEST_SUITE_P(Sums, FilterTest, testing::Values("f32", "f32x2", "u32"),
                         [](const auto& info) { return std::string(info.param); });

} // namespace
