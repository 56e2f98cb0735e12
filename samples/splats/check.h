// The order and the picture on the host.
#ifndef VKSCAN_SAMPLES_SPLATS_CHECK_H
#define VKSCAN_SAMPLES_SPLATS_CHECK_H

#include "shaders/shared.h"

#include <cstddef>
#include <span>
#include <vector>

namespace splats {

// Throws unless depths are the splats', but for rounding, and the order is theirs from the farthest to the nearest;
// splats at one depth, and those that are not seen, as they are stored.
void requireSorted(const View& view, std::span<const Splat> splats, std::span<const float> depths,
                   std::span<const uint32_t> order);

// The picture, RGBA8, as the host projects and blends splats: on the columns before `middle` in that order, on the
// others as they are stored.
[[nodiscard]] std::vector<std::byte> drawn(const View& view, std::span<const Splat> splats,
                                           std::span<const uint32_t> order, uint32_t middle);

// Throws unless pictures are the same, but for what rounding leaves: the host blends in 32 bits and the device in 16.
// Returns the mean difference of their values, of which there are 256.
double requireSame(std::span<const std::byte> expected, std::span<const std::byte> actual);

} // namespace splats

#endif
