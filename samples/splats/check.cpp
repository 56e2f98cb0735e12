#include "check.h"

#include "shaders/projection.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

namespace splats {
namespace {

constexpr double kMostMeanDifference = 1;
constexpr double kMostOutliers = 0.002; // of all values
constexpr int kOutlier = 8;

// The light of each pixel.
class Picture {
public:
    explicit Picture(const View& view)
        : m_view(view),
          m_width(static_cast<std::size_t>(view.size.x)),
          m_light(m_width * static_cast<std::size_t>(view.size.y))
    {
        for (std::size_t i = 0; i < m_light.size(); ++i)
            m_light[i] = skyAt((static_cast<float>(i / m_width) + 0.5F) / view.size.y);
    }

    // In the columns from one to before another.
    void blend(const Splat& splat, float firstColumn, float endColumn)
    {
        const Ellipse ellipse = projected(splat, m_view);
        if (ellipse.opacity == 0)
            return;
        const vec2 major = {ellipse.axes.x, ellipse.axes.y};
        const vec2 minor = {ellipse.axes.z, ellipse.axes.w};
        const vec2 reach = extentOf(ellipse.opacity) * (glm::abs(major) + glm::abs(minor));
        const vec2 low = {firstColumn, 0};
        const vec2 high = {endColumn, m_view.size.y};
        const vec2 first = glm::clamp(ellipse.centre - reach, low, high);
        const vec2 end = glm::clamp(ellipse.centre + reach + 1.0F, low, high);
        const vec3 own = lightOf(ellipse.colour);
        for (auto y = static_cast<std::size_t>(first.y); y < static_cast<std::size_t>(end.y); ++y) {
            for (auto x = static_cast<std::size_t>(first.x); x < static_cast<std::size_t>(end.x); ++x) {
                const vec2 from = vec2(x, y) + 0.5F - ellipse.centre;
                const vec2 place = {glm::dot(from, major) / glm::dot(major, major),
                                    glm::dot(from, minor) / glm::dot(minor, minor)};
                const float opacity = ellipse.opacity * std::exp(-0.5F * glm::dot(place, place));
                vec3& light = m_light[y * m_width + x];
                if (opacity >= kFaintest)
                    light = glm::mix(light, own, opacity);
            }
        }
    }

    [[nodiscard]] std::vector<std::byte> encoded() const
    {
        std::vector<std::byte> pixels(4 * m_light.size(), std::byte{255});
        for (std::size_t i = 0; i < m_light.size(); ++i)
            for (int channel = 0; channel < 3; ++channel)
                pixels[4 * i + static_cast<std::size_t>(channel)] = byteOf(m_light[i][channel]);
        return pixels;
    }

private:
    // As a screen shows it.
    static std::byte byteOf(float light)
    {
        const float clamped = std::clamp(light, 0.0F, 1.0F);
        const float value = clamped <= 0.0031308F ? 12.92F * clamped : 1.055F * std::pow(clamped, 1 / 2.4F) - 0.055F;
        return static_cast<std::byte>(std::lround(255 * value));
    }

    const View& m_view;
    std::size_t m_width;
    std::vector<vec3> m_light;
};

} // namespace

void requireSorted(const View& view, std::span<const Splat> splats, std::span<const float> depths,
                   std::span<const uint32_t> order)
{
    for (std::size_t i = 0; i < splats.size(); ++i) {
        const float expected = depthOf(splats[i].position, view);
        // One that is not seen has none; whether it is may depend on rounding, by the edge of the picture.
        if (depths[i] != 0 && !(std::abs(depths[i] - expected) <= 1e-5F * expected))
            throw std::runtime_error("splat " + std::to_string(i) + " is at a depth of " + std::to_string(depths[i]) +
                                     " and should be at " + std::to_string(expected));
    }
    std::vector<uint32_t> expected(splats.size());
    std::iota(expected.begin(), expected.end(), 0U);
    std::stable_sort(expected.begin(), expected.end(), [&](uint32_t a, uint32_t b) { return depths[a] > depths[b]; });
    const auto [e, a] = std::mismatch(expected.begin(), expected.end(), order.begin(), order.end());
    if (e != expected.end())
        throw std::runtime_error("place " + std::to_string(e - expected.begin()) + " has splat " + std::to_string(*a) +
                                 " and should have " + std::to_string(*e));
}

std::vector<std::byte> drawn(const View& view, std::span<const Splat> splats, std::span<const uint32_t> order,
                             uint32_t middle)
{
    Picture picture(view);
    std::vector<uint32_t> stored(splats.size());
    std::iota(stored.begin(), stored.end(), 0U);
    const auto left = static_cast<float>(middle);
    for (const uint32_t index : order)
        picture.blend(splats[index], 0, left);
    for (const uint32_t index : stored)
        picture.blend(splats[index], left, view.size.x);
    return picture.encoded();
}

double requireSame(std::span<const std::byte> expected, std::span<const std::byte> actual)
{
    uint64_t sum = 0;
    uint64_t outliers = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const int difference = std::abs(static_cast<int>(expected[i]) - static_cast<int>(actual[i]));
        sum += static_cast<uint64_t>(difference);
        outliers += difference > kOutlier ? 1 : 0;
    }
    const auto values = static_cast<double>(expected.size());
    const double mean = static_cast<double>(sum) / values;
    if (mean > kMostMeanDifference || static_cast<double>(outliers) > kMostOutliers * values)
        throw std::runtime_error("the picture is not the host's: values differ by " + std::to_string(mean) +
                                 " on average, and " + std::to_string(outliers) + " of them by more than " +
                                 std::to_string(kOutlier));
    return mean;
}

} // namespace splats
