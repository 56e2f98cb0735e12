#include "sight.h"

#include <cmath>
#include <limits>
#include <stdexcept>

namespace sight {
namespace {

// Bounds of a slope computed in f32.
struct Interval {
    double low;
    double high;
};

enum class Verdict : uint8_t { Hidden, Visible, Unclear };

class Reference {
public:
    Reference(const HeightMap& map, const Rays& rays, float eye)
        : m_map(map),
          m_rays(rays),
          m_eye(static_cast<double>(eye))
    {
        for (uint32_t ray = 0; ray < rays.count(); ++ray)
            addRay(rays.end(static_cast<int32_t>(ray)) - rays.observer);
    }

    // The verdict of the sample nearest to the texel.
    [[nodiscard]] Verdict of(Texel texel) const
    {
        const Texel way = texel - m_rays.observer;
        if (stepsOf(way) == 0)
            return Verdict::Visible;
        const auto ray = static_cast<std::size_t>(m_rays.to(exit(way)));
        return m_verdicts[ray * m_rays.length() + static_cast<std::size_t>(stepsOf(way)) - 1];
    }

private:
    // Between two heights, of which `most` is the greater.
    struct Ground {
        double height;
        double most;
    };

    // With u = 2^-24, roundings and Vulkan's precision of divisions and roots make a height between two wrong by less
    // than 16 u of the greater, and the rest adds less than 32 u of the slope itself.
    [[nodiscard]] Interval slope(const Ground& ground, double distance) const
    {
        const double value = (ground.height - m_eye) / distance;
        const double error = std::ldexp(ground.most / distance, -20) + std::ldexp(std::abs(value), -19);
        return {value - error, value + error};
    }

    void addRay(Texel way)
    {
        const int32_t steps = stepsOf(way);
        constexpr double kNothing = -std::numeric_limits<double>::infinity();
        Interval horizon = {kNothing, kNothing};
        for (int32_t step = 1; step <= steps; ++step) {
            const double distance = std::hypot(way.x, way.y) * step / steps;
            const Interval next = slope(ground(step, steps, way), distance);
            m_verdicts.push_back(next.low > horizon.high    ? Verdict::Visible
                                 : next.high <= horizon.low ? Verdict::Hidden
                                                            : Verdict::Unclear);
            horizon = {std::max(horizon.low, next.low), std::max(horizon.high, next.high)};
        }
        m_verdicts.resize(m_verdicts.size() + m_rays.length() - static_cast<std::size_t>(steps));
    }

    // Between the two texels on either side of the ray.
    [[nodiscard]] Ground ground(int32_t step, int32_t steps, Texel way) const
    {
        const auto place = [=](int32_t from, int32_t distance, int32_t rounding) {
            const int32_t moved = (step * std::abs(distance) + rounding) / steps;
            return from + (distance < 0 ? -moved : moved);
        };
        const Texel from = m_rays.observer;
        const double near = m_map.at(place(from.x, way.x, 0), place(from.y, way.y, 0));
        const double far = m_map.at(place(from.x, way.x, steps - 1), place(from.y, way.y, steps - 1));
        const int32_t remainder =
            std::max(step * std::abs(way.x) % steps, step * std::abs(way.y) % steps); // one of the terms is 0
        return {std::lerp(near, far, static_cast<double>(remainder) / steps), std::max(near, far)};
    }

    // The exit of the line through the texel from the map, rounded to a texel.
    [[nodiscard]] Texel exit(Texel way) const
    {
        const Texel from = m_rays.observer;
        const double columns = way.x > 0 ? m_rays.width - 1 - from.x : from.x;
        const double rows = way.y > 0 ? m_rays.height - 1 - from.y : from.y;
        const bool isSide = std::abs(way.x) * rows >= std::abs(way.y) * columns && way.x != 0;
        const double most = isSide ? columns : rows;
        const double along = std::abs(isSide ? way.x : way.y);
        return {from.x + static_cast<int32_t>(std::round(way.x * most / along)),
                from.y + static_cast<int32_t>(std::round(way.y * most / along))};
    }

    const HeightMap& m_map;
    const Rays& m_rays;
    double m_eye;
    std::vector<Verdict> m_verdicts; // of the samples
};

} // namespace

uint64_t verify(const HeightMap& map, const Rays& rays, float eye, const std::vector<uint32_t>& visible)
{
    const Reference reference(map, rays, eye);
    uint64_t unclear = 0;
    std::size_t i = 0;
    for (Texel texel; texel.y < map.height; ++texel.y) {
        for (texel.x = 0; texel.x < map.width; ++texel.x, ++i) {
            const Verdict verdict = reference.of(texel);
            unclear += verdict == Verdict::Unclear ? 1 : 0;
            if (verdict != Verdict::Unclear && visible[i] != static_cast<uint32_t>(verdict))
                throw std::runtime_error("texel " + std::to_string(texel.x) + ", " + std::to_string(texel.y) +
                                         " should be " + (verdict == Verdict::Visible ? "visible" : "hidden"));
        }
    }
    if (unclear * kLeastClear > i)
        throw std::runtime_error("nothing is verified: " + std::to_string(unclear) + " of " + std::to_string(i) +
                                 " texels are too close to call in f32");
    return unclear;
}

} // namespace sight
