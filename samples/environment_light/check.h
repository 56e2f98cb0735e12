// The frame on the host, to check the device.
#pragma once

#include "world.h"

#include <span>

namespace environment {

// Throws unless the map is the generated sky, up to rounding.
void requireSky(const Frame& frame, std::span<const vec4> map);

// Throws unless the table is that of the map's light by the solid angles of texels: no sum decreases, texels without
// light repeat the sum before them, and all are near the exact sums.
void requireTable(const Frame& frame, std::span<const vec4> map, std::span<const float> table);

struct Compared {
    uint64_t pixels = 0;
    uint64_t apart = 0; // pixels where a ray hits another surface or texel, because of rounding
};

// Traces some of the pixels on the host, from the device's map and table; without nodes the world is the spheres.
// Throws if more than one in fifty differ by more than rounding.
[[nodiscard]] Compared comparePixels(const Frame& frame, const World& world, std::span<const vec4> map,
                                     std::span<const float> table, std::span<const vec4> estimates);

// A part of the picture: the mean of its luminance, and of its variance.
struct Noise {
    double mean = 0;
    double variance = 0;
    uint64_t pixels = 0;
};
[[nodiscard]] Noise noiseOf(const Frame& frame, std::span<const vec4> estimates, bool byImportance);

// Throws if the means of both parts, which show the same view, differ by more than chance allows for the number of
// rays. `total` is the light of the map: its luminance, summed by solid angle.
void requireSameMean(const Frame& frame, std::span<const vec4> map, double total, const Noise& uniform,
                     const Noise& importance);

} // namespace environment
