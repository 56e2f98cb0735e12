// A landscape, the rays over it, its picture and the check on the CPU.
#pragma once

#include <support/progress.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace sight {

constexpr uint32_t kLeastExtent = 16;   // texels
constexpr uint32_t kMostExtent = 16384; // texels; products of two extents fit 32 bits

// Texels are the unit of all lengths, including heights.
struct HeightMap {
    int32_t width = 0;
    int32_t height = 0;
    std::vector<float> heights; // row after row from the top

    [[nodiscard]] float at(int32_t x, int32_t y) const
    {
        return heights[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
    }
};

// Mountains up to a height of 1, and a lake at 0: the same for the same arguments.
[[nodiscard]] HeightMap makeTerrain(uint32_t width, uint32_t height, uint32_t seed, gpu::Progress& progress);

struct Texel {
    int32_t x = 0;
    int32_t y = 0;
};

[[nodiscard]] inline Texel operator-(Texel a, Texel b)
{
    return {a.x - b.x, a.y - b.y};
}

// Number of steps along the ray's longer axis, one texel each.
[[nodiscard]] inline int32_t stepsOf(Texel way)
{
    return std::max(std::abs(way.x), std::abs(way.y));
}

// The texels of rays: one ray goes from the observer's texel to each texel of the border. Uses the integers of
// shaders/lines_of_sight.glsl, so that both agree.
struct Rays {
    int32_t width;
    int32_t height;
    Texel observer;

    [[nodiscard]] uint32_t count() const { return static_cast<uint32_t>(2 * (width + height) - 4); }

    // Samples of the longest ray, one a step, without the observer's texel: the length of a row.
    [[nodiscard]] uint32_t length() const
    {
        return static_cast<uint32_t>(
            std::max({observer.x, width - 1 - observer.x, observer.y, height - 1 - observer.y}));
    }

    // The rays go to the top row, the bottom row, and the rest of the left and right columns.
    [[nodiscard]] Texel end(int32_t ray) const
    {
        if (ray < 2 * width)
            return {ray % width, ray < width ? 0 : height - 1};
        const int32_t side = ray - 2 * width;
        return {side < height - 2 ? 0 : width - 1, 1 + side % (height - 2)};
    }
    [[nodiscard]] int32_t to(Texel end) const
    {
        if (end.y == 0 || end.y == height - 1)
            return end.x + (end.y == 0 ? 0 : width);
        return 2 * width + (end.x == 0 ? 0 : height - 2) + end.y - 1;
    }
};

// RGBA8, a pixel a texel: a map of the land with its relief lit from the north-west, hidden parts darkened, and a red
// dot at the observer.
[[nodiscard]] std::vector<std::byte> draw(const HeightMap& map, const std::vector<uint32_t>& visible, Texel observer);

constexpr uint64_t kLeastClear = 50; // at most one texel in kLeastClear may be too close to call

// Throws std::runtime_error at the first texel whose visibility is wrong, or if too many are too close to call:
// roundings in f32 may decide these either way. Returns their number.
uint64_t verify(const HeightMap& map, const Rays& rays, float eye, const std::vector<uint32_t>& visible);

} // namespace sight
