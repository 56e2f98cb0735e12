// Texels that rays pass: one ray goes from the observer's texel to each texel of the border. Integers as in
// shaders/lines_of_sight.glsl, so that both agree.
#ifndef VKSCAN_SAMPLES_LINE_OF_SIGHT_RAYS_H
#define VKSCAN_SAMPLES_LINE_OF_SIGHT_RAYS_H

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace sight {

struct Texel {
    int32_t x = 0;
    int32_t y = 0;
};

[[nodiscard]] inline Texel operator-(Texel a, Texel b)
{
    return {a.x - b.x, a.y - b.y};
}

// Steps along the axis that a ray goes further on, of one texel each.
[[nodiscard]] inline int32_t stepsOf(Texel way)
{
    return std::max(std::abs(way.x), std::abs(way.y));
}

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

    // The rays are those to the top row, to the bottom row, to what is left of the left column and of the right one.
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

} // namespace sight

#endif
