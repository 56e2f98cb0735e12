// The look of a world's surfaces, apart from the factors of their instances.
#pragma once

#include "shaders/shared.h"

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

namespace viewer {

// A picture of textures: RGBA, row after row from the top.
struct Picture {
    uint32_t width = 0;
    uint32_t height = 0;
    bool isSrgb = false; // colours are sRGB-encoded; otherwise linear values
    std::vector<uint8_t> texels;
};

enum class Wrap { Repeat, Mirror, Clamp };
enum class Mipmaps { None, Nearest, Linear };

struct Sampling {
    Wrap wrapU = Wrap::Repeat;
    Wrap wrapV = Wrap::Repeat;
    bool isSmoothLarge = true; // linear if texels are larger than pixels
    bool isSmoothSmall = true; // linear if they are smaller
    Mipmaps mipmaps = Mipmaps::Linear;

    auto operator<=>(const Sampling&) const = default;
};

struct Texture {
    int picture = -1; // of the world's; none: white
    Sampling sampling;
};

struct Surface {
    SurfaceData data = {};
    std::array<Texture, kTextureCount> textures; // by their bindings
    bool isBlended = false;
    bool isTwoSided = true; // drawn from both sides
};

// A surface without textures.
[[nodiscard]] inline Surface plainSurface()
{
    Surface surface;
    surface.data.alpha = vec4(1, 0, 0, 0);
    return surface;
}

} // namespace viewer
