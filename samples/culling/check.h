// Holds what the device found against the host's own reckoning.
#ifndef VKSCAN_SAMPLES_CULLING_CHECK_H
#define VKSCAN_SAMPLES_CULLING_CHECK_H

#include "shaders/shared.h"

#include <cstddef>
#include <span>
#include <vector>

namespace culling {

constexpr std::size_t kLeastClear = 1000; // beside the first, at most one instance in so many may be left to rounding

// Throws unless the list has, in ascending order, what is seen. Returns how many instances it has or lacks against the
// host's opinion, all of them so close to the limits of what is seen that rounding decides; throws where these are too
// many.
[[nodiscard]] std::size_t requireVisible(const Frame& frame, std::span<const vec4> spheres,
                                         std::span<const uint32_t> list);
// As above, for instances seen in a frame but not in the frozen one.
[[nodiscard]] std::size_t requireRejected(const Frame& frame, const Frame& frozen, std::span<const vec4> spheres,
                                          std::span<const uint32_t> list);

// Hash of a list in its order.
[[nodiscard]] uint64_t hashOf(std::span<const uint32_t> list);

// Pixels of 4 bytes that are not the same.
[[nodiscard]] std::size_t differentPixels(std::span<const std::byte> a, std::span<const std::byte> b);

} // namespace culling

#endif
