#include "check.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace culling {
namespace {

// The distance of a sphere from the nearest limit of visibility, relative to the compared lengths; 0 or more if it is
// visible.
double marginOf(const Frame& frame, const vec4& sphere)
{
    const glm::dvec3 centre(sphere);
    const double radius = sphere.w;
    const glm::dvec3 way = centre - glm::dvec3(frame.eye);
    const double distance = glm::length(way);
    const double pixels = 2 * radius * double{frame.eye.w} / distance;
    double margin = frame.sun.w == 0 ? 1 : pixels / double{frame.sun.w} - 1;
    for (const vec4& plane : frame.planes)
        margin = std::min(margin, (glm::dot(glm::dvec4(plane), glm::dvec4(centre, 1)) + radius) / glm::length(centre));
    return margin;
}

// Throws unless the list has the spheres whose margin is 0 or more, up to rounding.
template <class MarginOf>
std::size_t requireListed(MarginOf marginOf, std::span<const vec4> spheres, std::span<const uint32_t> list)
{
    constexpr double kRounding = 1e-5;
    std::size_t close = 0;
    auto next = list.begin();
    for (uint32_t i = 0; i < spheres.size(); ++i) {
        const bool listed = next != list.end() && *next == i;
        if (listed)
            ++next;
        const double margin = marginOf(spheres[i]);
        if (listed == (margin >= 0))
            continue;
        if (!(std::abs(margin) <= kRounding))
            throw std::runtime_error("instance " + std::to_string(i) + " is " + (listed ? "" : "not ") +
                                     "in the list, and should " + (listed ? "not " : "") + "be");
        ++close;
    }
    if (next != list.end())
        throw std::runtime_error("the list is not in order: " + std::to_string(*next) + " is out of place");
    if (close * kLeastClear > spheres.size() + kLeastClear)
        throw std::runtime_error("nothing is verified: " + std::to_string(close) + " of " +
                                 std::to_string(spheres.size()) + " instances are at the limits of what is seen");
    return close;
}

} // namespace

std::size_t requireVisible(const Frame& frame, std::span<const vec4> spheres, std::span<const uint32_t> list)
{
    return requireListed([&](const vec4& sphere) { return marginOf(frame, sphere); }, spheres, list);
}

std::size_t requireRejected(const Frame& frame, const Frame& frozen, std::span<const vec4> spheres,
                            std::span<const uint32_t> list)
{
    return requireListed(
        [&](const vec4& sphere) { return std::min(marginOf(frame, sphere), -marginOf(frozen, sphere)); }, spheres,
        list);
}

uint64_t hashOf(std::span<const uint32_t> list)
{
    uint64_t hash = 14695981039346656037U; // FNV-1a, of words
    for (uint32_t index : list)
        hash = (hash ^ index) * 1099511628211U;
    return hash;
}

std::size_t differentPixels(std::span<const std::byte> a, std::span<const std::byte> b)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i + 4 <= a.size(); i += 4)
        count += std::equal(a.begin() + static_cast<std::ptrdiff_t>(i), a.begin() + static_cast<std::ptrdiff_t>(i + 4),
                            b.begin() + static_cast<std::ptrdiff_t>(i))
                     ? 0
                     : 1;
    return count;
}

} // namespace culling
