// Files of splats in the format of programs that train 3D Gaussian splats.
#pragma once

#include "shaders/shared.h"

#include <support/file.h>

#include <span>
#include <vector>

namespace splats {

constexpr uint32_t kMostSplats = 65535 * 256; // a dispatch of that many invocations runs on any device

// Splats of a binary little-endian PLY file, whose vertices have the float properties x y z, f_dc_0 to 2 (colour),
// opacity (before the logistic function), scale_0 to 2 (natural logarithms) and rot_0 to 3 (a quaternion of any length,
// w first). Other properties, such as f_rest_* (colours by direction), are skipped. Throws std::runtime_error with the
// reason if the file has another format, is truncated, or has values that are not finite or absurdly large.
//
// Format: G. Turk, "The PLY polygon file format", 1994; properties: B. Kerbl, G. Kopanas, T. Leimkuehler and G.
// Drettakis, "3D Gaussian splatting for real-time radiance field rendering", 2023.
[[nodiscard]] std::vector<Splat> readPly(std::span<const std::byte> file);

// Such a file. Opacities of 0 and 1 become the nearest values of the logistic function.
[[nodiscard]] files::Bytes encodePly(std::span<const Splat> splats);

} // namespace splats
