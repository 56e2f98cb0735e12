// A frame's results on the host.
#pragma once

#include "renderer.h"

#include <cstddef>
#include <span>
#include <vector>

namespace splats {

// Throws unless the splats that are seen are those that the host sees, in the order in which they are stored. Returns
// the number of splats for which rounding decides, which may be seen or not.
std::size_t requireSeen(const View& view, std::span<const Splat> splats, std::span<const uint32_t> seen);

// How far an order is from that of the depths, because keys have few bits.
struct Disorder {
    uint64_t pairs = 0; // of splats, of which the nearer one is drawn first
    uint64_t all = 0;   // pairs
    float most = 0;     // the largest difference of the depths of such a pair, relative to the depth
};

// Throws unless keys are those of the splats' depths, but for rounding, and the order is that of the keys, from the
// largest to the smallest; splats with one key as they are stored.
Disorder requireSorted(const View& view, std::span<const Splat> splats, const Found& found);

// The picture, RGBA8, as the host projects and blends splats: on the columns before `middle` in the sorted order, on
// the others as they are stored.
[[nodiscard]] std::vector<std::byte> drawn(const View& view, std::span<const Splat> splats, const Found& found,
                                           uint32_t middle);

// Throws unless pictures are the same, but for what rounding leaves: the host blends in 32 bits and the device in 16.
// Returns the mean difference of their values, of which there are 256.
double requireSame(std::span<const std::byte> expected, std::span<const std::byte> actual);

} // namespace splats
