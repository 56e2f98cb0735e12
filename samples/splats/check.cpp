#include "check.h"

#include "shaders/projection.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

namespace splats {
namespace {

constexpr double kMostMeanDifference = 2; // lavapipe cuts off the bits that 16-bit floats lack, in each layer
constexpr double kMostOutliers = 0.002;   // of all values
constexpr int kOutlier = 8;
// Tolerances of rounding: pixels of an ellipse's reach, and relative depths.
constexpr float kSlack = 0.05F;
constexpr float kRounding = 1e-5F;
constexpr float kEqualDepths = 2e-6F; // relative

// The colour of each pixel.
class Picture {
public:
    explicit Picture(const View& view)
        : m_view(view),
          m_width(static_cast<std::size_t>(view.size.x)),
          m_colours(m_width * static_cast<std::size_t>(view.size.y))
    {
        for (std::size_t i = 0; i < m_colours.size(); ++i)
            m_colours[i] = skyAt((static_cast<float>(i / m_width) + 0.5F) / view.size.y, view);
    }

    // Blends the columns from firstColumn to before endColumn.
    void blend(const Splat& splat, float firstColumn, float endColumn)
    {
        const Ellipse ellipse = projected(splat, m_view);
        const vec2 major = {ellipse.axes.x, ellipse.axes.y};
        const vec2 minor = {ellipse.axes.z, ellipse.axes.w};
        const vec2 reach = extentOf(ellipse.opacity) * (glm::abs(major) + glm::abs(minor));
        const vec2 low = {firstColumn, 0};
        const vec2 high = {endColumn, m_view.size.y};
        const vec2 first = glm::clamp(ellipse.centre - reach, low, high);
        const vec2 end = glm::clamp(ellipse.centre + reach + 1.0F, low, high);
        const vec3 own = unpacked(ellipse.colour);
        for (auto y = static_cast<std::size_t>(first.y); y < static_cast<std::size_t>(end.y); ++y) {
            for (auto x = static_cast<std::size_t>(first.x); x < static_cast<std::size_t>(end.x); ++x) {
                const vec2 from = vec2(x, y) + 0.5F - ellipse.centre;
                const vec2 place = {glm::dot(from, major) / glm::dot(major, major),
                                    glm::dot(from, minor) / glm::dot(minor, minor)};
                const float opacity = ellipse.opacity * std::exp(-0.5F * glm::dot(place, place));
                vec3& colour = m_colours[y * m_width + x];
                if (opacity >= kFaintest)
                    colour = glm::mix(colour, own, opacity);
            }
        }
    }

    [[nodiscard]] std::vector<std::byte> encoded() const
    {
        std::vector<std::byte> pixels(4 * m_colours.size(), std::byte{255});
        for (std::size_t i = 0; i < m_colours.size(); ++i)
            for (int channel = 0; channel < 3; ++channel)
                pixels[4 * i + static_cast<std::size_t>(channel)] =
                    static_cast<std::byte>(std::lround(255 * std::clamp(m_colours[i][channel], 0.0F, 1.0F)));
        return pixels;
    }

private:
    const View& m_view;
    std::size_t m_width;
    std::vector<vec3> m_colours;
};

float distanceOf(const Splat& splat, const View& view)
{
    return -(view.toView * vec4(splat.position, 1)).z;
}

// Whether the box around the splat's ellipse, up to where it is too faint, contains a pixel's middle.
bool coversPixels(const Splat& splat, const View& view)
{
    if (distanceOf(splat, view) < kNearest * (1 + kRounding) || splat.opacity < kFaintest)
        return false;
    const Ellipse ellipse = projected(splat, view);
    const vec2 across = {glm::length(vec2(ellipse.axes.x, ellipse.axes.z)),
                         glm::length(vec2(ellipse.axes.y, ellipse.axes.w))};
    const vec2 reach = across * extentOf(ellipse.opacity);
    const vec2 first = glm::max(glm::ceil(ellipse.centre - reach - 0.5F), vec2(0));
    const vec2 last = glm::min(glm::floor(ellipse.centre + reach - 0.5F), view.size - 1.0F);
    return first.x <= last.x && first.y <= last.y;
}

// Sorts the part of the array in descending order. Returns the number of pairs whose later value was larger by more
// than rounding. `room` has the size of `part`.
uint64_t sortCounting(std::span<float> part, std::span<float> room)
{
    if (part.size() < 2)
        return 0;
    const std::size_t half = part.size() / 2;
    uint64_t pairs =
        sortCounting(part.first(half), room.first(half)) + sortCounting(part.subspan(half), room.subspan(half));
    std::size_t less = 0; // the first in the left half that is less than one in the right half
    for (const float right : part.subspan(half)) {
        while (less < half && part[less] >= right * (1 - kEqualDepths))
            ++less;
        pairs += half - less;
    }
    std::merge(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(half),
               part.begin() + static_cast<std::ptrdiff_t>(half), part.end(), room.begin(), std::greater());
    std::copy(room.begin(), room.end(), part.begin());
    return pairs;
}

} // namespace

std::size_t requireSeen(const View& view, std::span<const Splat> splats, std::span<const uint32_t> seen)
{
    std::size_t close = 0;
    std::size_t next = 0;
    for (std::size_t i = 0; i < splats.size(); ++i) {
        const bool isListed = next < seen.size() && seen[next] == i;
        next += isListed ? 1 : 0;
        const vec4 ball = ballOf(splats[i]);
        const bool isClose = mayBeSeen(ball, view, kSlack) != mayBeSeen(ball, view, -kSlack) ||
                             std::abs(distanceOf(splats[i], view) - kNearest) <= kRounding * kNearest;
        close += isClose ? 1 : 0;
        if (!isClose && isListed != mayBeSeen(ball, view, 0))
            throw std::runtime_error("splat " + std::to_string(i) + (isListed ? " is not" : " is") +
                                     " seen on the host");
        if (!isListed && coversPixels(splats[i], view))
            throw std::runtime_error("splat " + std::to_string(i) + " is not listed, and covers pixels");
    }
    if (next != seen.size())
        throw std::runtime_error("place " + std::to_string(next) + " of the splats that are seen has splat " +
                                 std::to_string(seen[next]) + ", which is out of order");
    return close;
}

Disorder requireSorted(const View& view, std::span<const Splat> splats, const Found& found)
{
    for (std::size_t i = 0; i < found.seen.size(); ++i) {
        const float depth = distanceOf(splats[found.seen[i]], view);
        const uint32_t low = keyOf(depth * (1 - kRounding), view);
        const uint32_t high = keyOf(depth * (1 + kRounding), view);
        if (found.keys[i] < low || found.keys[i] > high)
            throw std::runtime_error("splat " + std::to_string(found.seen[i]) + " has the key " +
                                     std::to_string(found.keys[i]) + ", and should have one from " +
                                     std::to_string(low) + " to " + std::to_string(high));
    }
    std::vector<uint32_t> expected(found.seen.size());
    std::iota(expected.begin(), expected.end(), 0U);
    std::stable_sort(expected.begin(), expected.end(),
                     [&](uint32_t a, uint32_t b) { return found.keys[a] > found.keys[b]; });
    const auto [e, a] = std::mismatch(expected.begin(), expected.end(), found.order.begin(), found.order.end());
    if (e != expected.end())
        throw std::runtime_error("place " + std::to_string(e - expected.begin()) + " of the order has " +
                                 std::to_string(*a) + " and should have " + std::to_string(*e));

    Disorder disorder;
    std::vector<float> depths(found.order.size());
    std::transform(found.order.begin(), found.order.end(), depths.begin(),
                   [&](uint32_t place) { return distanceOf(splats[found.seen[place]], view); });
    float nearest = std::numeric_limits<float>::infinity(); // so far
    for (const float depth : depths) {
        disorder.most = std::max(disorder.most, (depth - nearest) / depth);
        nearest = std::min(nearest, depth);
    }
    disorder.all = uint64_t{depths.size()} * (depths.size() - std::min<std::size_t>(depths.size(), 1)) / 2;
    std::vector<float> room(depths.size());
    disorder.pairs = sortCounting(depths, room);
    return disorder;
}

std::vector<std::byte> drawn(const View& view, std::span<const Splat> splats, const Found& found, uint32_t middle)
{
    Picture picture(view);
    const auto left = static_cast<float>(middle);
    for (const uint32_t place : found.order)
        picture.blend(splats[found.seen[place]], 0, left);
    for (const uint32_t index : found.seen)
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
