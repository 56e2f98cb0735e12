#include "check.h"

#include <vkscan/distribution_query.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace environment {
namespace {

constexpr uint64_t kMostPixels = 6000; // that the host traces
constexpr double kTableError = 1e-3;   // of a sum; vkscan's is less on every device
constexpr double kPixelError = 2e-3;   // of a pixel
constexpr double kMostDeviations = 6;  // of a mean

std::string at(std::size_t index, uvec2 size)
{
    return std::to_string(index % size.x) + ", " + std::to_string(index / size.x);
}

class Tracer {
public:
    Tracer(const Frame& frame, const World& world, std::span<const vec4> map, std::span<const float> table)
        : m_frame(frame),
          m_world(world),
          m_map(map),
          m_sky{{table}, frame.mapSize.x * frame.mapSize.y, frame.mapSize.x}
    {
    }

    [[nodiscard]] vec3 pixel(uvec2 pixel) const
    {
        const bool byImportance = pixel.x >= m_frame.middle;
        const uint32_t first = m_frame.isSplit != 0 && byImportance ? m_frame.middle : 0;
        const vec2 size = {m_frame.isSplit != 0 ? m_frame.middle : m_frame.pictureSize.x, m_frame.pictureSize.y};
        const uint32_t index = pixel.y * m_frame.pictureSize.x + pixel.x;
        const uint32_t rays = m_frame.rays / kPoints;
        vec3 colour = vec3(0);
        for (uint32_t point = 0; point < kPoints; ++point) {
            const vec2 offset = {point % 2 == 0 ? 0.25F : 0.75F, point / 2 == 0 ? 0.25F : 0.75F};
            const vec2 onPicture = (vec2(pixel.x - first, pixel.y) + offset) / size;
            vec3 direction = rayThrough(onPicture, size.x / size.y, m_frame.eye, m_frame.target);
            vec3 tint = vec3(1.0F / kPoints);
            Surface surface = surfaceAt(m_frame.eye, direction);
            for (uint32_t i = 0; i < kMostReflections && surface.isMirror; ++i) {
                tint *= surface.albedo;
                direction = reflect(direction, surface.normal);
                surface = surfaceAt(surface.start, direction);
            }
            if (surface.distance == kFar) {
                colour += tint * radiance(texelAt(placeOf(direction), m_frame.mapSize));
                continue;
            }
            colour += tint * surface.emission;
            for (uint32_t pass = 0; pass < m_frame.passes; ++pass)
                for (uint32_t ray = 0; ray < rays; ++ray) {
                    const vec2 u = randomPair(index, (pass * kPoints + point) * rays + ray, m_frame.seed);
                    colour += tint * light(surface, u, byImportance) / static_cast<float>(rays * m_frame.passes);
                }
        }
        return colour;
    }

private:
    struct Fetch {
        std::span<const float> table;
        float operator()(uint32_t entry) const { return table[entry]; }
    };

    [[nodiscard]] vec3 radiance(uvec2 texel) const { return m_map[texel.y * m_frame.mapSize.x + texel.x]; }

    [[nodiscard]] Surface surfaceAt(vec3 origin, vec3 direction) const
    {
        const Surface ground = groundAt(origin, direction);
        return m_world.nodes.empty() ? sphereBefore(ground, origin, direction)
                                     : m_world.triangleBefore(ground, origin, direction);
    }

    [[nodiscard]] bool isShadowed(vec3 origin, vec3 direction) const
    {
        if (direction.y < 0)
            return true;
        return m_world.nodes.empty() ? isBehindSphere(origin, direction) : m_world.isBehindTriangle(origin, direction);
    }

    // The light that arrives by one ray, divided by the ray's probability density.
    [[nodiscard]] vec3 light(const Surface& surface, vec2 u, bool byImportance) const
    {
        vec3 direction = uniformDirection(u, surface.normal);
        uvec2 texel = texelAt(placeOf(direction), m_frame.mapSize);
        float density = 0.5F / kPi;
        if (byImportance) {
            vkscan::DistributionPoint within;
            const vkscan::DistributionElement drawn = m_sky.sample(vkscan::DistributionPoint{u.x, u.y}, &within);
            texel = {drawn.x, drawn.y};
            const vec2 onMap = (vec2(texel) + vec2(within.x, within.y)) / vec2(m_frame.mapSize);
            direction = directionAt(onMap);
            density = m_sky.probability(drawn) * static_cast<float>(m_frame.mapSize.x * m_frame.mapSize.y) /
                      (2 * kPi * kPi * std::max(std::sin(kPi * onMap.y), 1e-6F));
        }
        const float facing = dot(direction, surface.normal);
        if (facing <= 0 || isShadowed(surface.start, direction))
            return vec3(0);
        return surface.albedo / kPi * radiance(texel) * (facing / density);
    }

    const Frame& m_frame;
    const World& m_world;
    std::span<const vec4> m_map;
    vkscan::DistributionView<Fetch> m_sky;
};

} // namespace

void requireSky(const Frame& frame, std::span<const vec4> map)
{
    for (std::size_t i = 0; i < map.size(); i += 7) {
        const vec2 texel = {static_cast<float>(i % frame.mapSize.x), static_cast<float>(i / frame.mapSize.x)};
        const vec3 direction = directionAt((texel + 0.5F) / vec2(frame.mapSize));
        const float expected = luminanceOf(skyAt(direction, frame.sun));
        // At the sun's edge, the light changes by a factor of thousands within a degree.
        const float away = std::acos(std::clamp(dot(direction, frame.sun), -1.0F, 1.0F));
        const float tolerance = away < glm::radians(1.5F) ? 200.0F : 2e-3F * (1 + expected);
        if (!(std::abs(luminanceOf(map[i]) - expected) <= tolerance))
            throw std::runtime_error("texel " + at(i, frame.mapSize) + " of the sky has the light " +
                                     std::to_string(luminanceOf(map[i])) + " and should have " +
                                     std::to_string(expected));
    }
}

void requireTable(const Frame& frame, std::span<const vec4> map, std::span<const float> table)
{
    const auto wrong = [&](std::size_t index, const char* what) {
        return std::runtime_error("texel " + at(index, frame.mapSize) + " has " + what);
    };
    const uvec2 size = frame.mapSize;
    const std::size_t begin = table.size() - map.size();
    double total = 0;
    float totalBefore = 0;
    for (std::size_t row = 0; row < size.y; ++row) {
        constexpr double kPrecisePi = 3.14159265358979323846;
        const double covered = 2 * kPrecisePi / size.x *
                               (std::cos(kPrecisePi * static_cast<double>(row) / size.y) -
                                std::cos(kPrecisePi * static_cast<double>(row + 1) / size.y));
        double sum = 0;
        float before = 0;
        for (std::size_t i = row * size.x; i < (row + 1) * size.x; ++i) {
            const double weight = static_cast<double>(luminanceOf(map[i])) * covered;
            const float entry = table[begin + i];
            sum += weight;
            if (entry < before || (weight == 0 && entry != before))
                throw wrong(i, "a sum that decreases, or adds to no weight");
            if (!(std::abs(static_cast<double>(entry) - sum) <= kTableError * sum))
                throw wrong(i, "the wrong sum");
            before = entry;
        }
        total += static_cast<double>(before);
        if (table[row] < totalBefore || !(std::abs(static_cast<double>(table[row]) - total) <= kTableError * total))
            throw std::runtime_error("row " + std::to_string(row) + " has the wrong sum");
        totalBefore = table[row];
    }
}

Compared comparePixels(const Frame& frame, const World& world, std::span<const vec4> map, std::span<const float> table,
                       std::span<const vec4> estimates)
{
    const Tracer tracer(frame, world, map, table);
    // An odd step, so that it visits all columns.
    const std::size_t step = (estimates.size() / kMostPixels) | 1U;
    Compared compared;
    for (std::size_t i = 0; i < estimates.size(); i += step) {
        const vec3 expected = tracer.pixel({i % frame.pictureSize.x, i / frame.pictureSize.x});
        const vec3 apart = glm::abs(vec3(estimates[i]) - expected);
        const double most = kPixelError * (0.05 + static_cast<double>(luminanceOf(expected)));
        ++compared.pixels;
        compared.apart += static_cast<double>(std::max({apart.x, apart.y, apart.z})) <= most ? 0 : 1;
    }
    if (compared.apart * 50 > compared.pixels)
        throw std::runtime_error("of " + std::to_string(compared.pixels) + " pixels " + std::to_string(compared.apart) +
                                 " are not as on the host");
    return compared;
}

Noise noiseOf(const Frame& frame, std::span<const vec4> estimates, bool byImportance)
{
    const uint32_t width = frame.pictureSize.x;
    const uint32_t first = byImportance ? frame.middle : 0;
    const uint32_t end = byImportance ? (frame.isSplit != 0 ? 2 * frame.middle : width) : frame.middle;
    Noise noise;
    for (uint32_t y = 0; y < frame.pictureSize.y; ++y) {
        for (uint32_t x = first; x < end; ++x) {
            const vec4 pixel = estimates[std::size_t{y} * width + x];
            noise.mean += static_cast<double>(luminanceOf(pixel));
            noise.variance += static_cast<double>(pixel.w);
            ++noise.pixels;
        }
    }
    noise.mean /= static_cast<double>(std::max<uint64_t>(noise.pixels, 1));
    noise.variance /= static_cast<double>(std::max<uint64_t>(noise.pixels, 1));
    return noise;
}

void requireSameMean(const Frame& frame, std::span<const vec4> map, double total, const Noise& uniform,
                     const Noise& importance)
{
    // S. Bernstein's inequality, for kMostDeviations. Few uniform rays hit the sun, so their measured variance is too
    // low. But no ray has more light than `most`, and the square of a value from 0 to `most` is on average at most
    // `most` times the mean.
    const auto lighter = [](const vec4& a, const vec4& b) { return luminanceOf(a) < luminanceOf(b); };
    const double brightest = static_cast<double>(luminanceOf(*std::max_element(map.begin(), map.end(), lighter)));
    const double most = 2 * brightest + total / static_cast<double>(kPi); // of the difference of two rays, one of each
    const double rays = static_cast<double>(uniform.pixels) * frame.rays * frame.passes;
    const double apart = kMostDeviations * std::sqrt(most * importance.mean / rays) +
                         kMostDeviations * kMostDeviations / 6 * most / rays;
    if (!(std::abs(uniform.mean - importance.mean) <= apart))
        throw std::runtime_error("the mean light is " + std::to_string(uniform.mean) + " by uniform rays and " +
                                 std::to_string(importance.mean) + " by importance; chance sets them no more than " +
                                 std::to_string(apart) + " apart, so the light of some rays is divided by a density " +
                                 "that they are not drawn with");
}

} // namespace environment
