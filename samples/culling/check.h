// Compares the device's lists with the host's.
#pragma once

#include "shaders/shared.h"

#include <cstddef>
#include <span>

namespace culling {

constexpr std::size_t kLeastClear = 1000; // at most one instance in kLeastClear, beside the first, may depend on
                                          // rounding

// Throws unless the list has the visible instances in ascending order. Returns the number of instances on which host
// and device disagree: rounding may decide those at the edge of the frustum. Throws if there are too many.
[[nodiscard]] std::size_t requireVisible(const Frame& frame, std::span<const vec4> spheres,
                                         std::span<const uint32_t> list);
// requireVisible() for instances seen in a frame but not in the frozen one.
[[nodiscard]] std::size_t requireRejected(const Frame& frame, const Frame& frozen, std::span<const vec4> spheres,
                                          std::span<const uint32_t> list);

// Hash of a list in its order.
[[nodiscard]] uint64_t hashOf(std::span<const uint32_t> list);

// Number of 4-byte pixels that differ.
[[nodiscard]] std::size_t differentPixels(std::span<const std::byte> a, std::span<const std::byte> b);

} // namespace culling
