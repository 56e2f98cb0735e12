// Environment maps: the light from all directions, as an image of latitudes and longitudes.
#pragma once

#include "shaders/shared.h"

#include <span>
#include <string>
#include <vector>

namespace environment {

constexpr uint32_t kLeastMapSide = 4;
constexpr uint32_t kMostMapSide = 8192;

struct Map {
    uvec2 size = {0, 0};
    std::vector<vec4> texels; // radiance, row after row from the zenith down
};

// Reads a Radiance HDR file, or another picture, whose values are treated as light. Throws std::runtime_error with a
// sentence.
[[nodiscard]] Map readMap(const std::string& file);

// Writes a Radiance HDR file: 8 bits for each colour, and an exponent. G. Ward, "Real Pixels", Graphics Gems II, 1991.
void writeMap(const std::string& file, uvec2 size, std::span<const vec4> texels, bool replaces);

// The direction to the generated sun, from its height and turn in degrees.
[[nodiscard]] vec3 sunAt(float height, float turn);

} // namespace environment
