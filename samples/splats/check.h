// Checks of a frame's results on the host.
#pragma once

#include "renderer.h"

#include <cstddef>
#include <span>
#include <vector>

namespace splats {

// Throws unless the visible splats are those that the host finds, in their stored order. Returns the number of splats
// whose visibility depends on rounding.
std::size_t requireSeen(const View& view, std::span<const Splat> splats, std::span<const uint32_t> seen);

// The difference of an order from that of the depths, because keys have few bits.
struct Disorder {
    uint64_t pairs = 0; // splats whose nearer one is drawn first
    uint64_t all = 0;   // pairs
    float most = 0;     // the largest difference of the depths of such a pair, relative to the depth
};

// Throws unless keys are those of the splats' depths, up to rounding, and are in descending order; splats with equal
// keys in their stored order.
Disorder requireSorted(const View& view, std::span<const Splat> splats, const Found& found);

// The picture, RGBA8, by the host's projection and blending: columns before `middle` in the sorted order, others in the
// stored order.
[[nodiscard]] std::vector<std::byte> drawn(const View& view, std::span<const Splat> splats, const Found& found,
                                           uint32_t middle);

// Throws unless pictures are the same up to rounding: the host blends in 32 bits and the device in 16. Returns the mean
// difference of their values from 0 to 255.
double requireSame(std::span<const std::byte> expected, std::span<const std::byte> actual);

} // namespace splats
