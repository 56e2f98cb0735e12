// Checks that a plan orders exactly the necessary accesses, and that its push constants can be read.
#ifndef VKSCAN_TESTS_HAZARDS_H
#define VKSCAN_TESTS_HAZARDS_H

#include "plan/plan.h"

#include <optional>
#include <string>

namespace testing_support {

[[nodiscard]] bool shareAByte(vkscan::BufferRange a, vkscan::BufferRange b);

// Expects that every pair of steps with overlapping accesses is ordered, and that every barrier is needed. Returns the
// number of barriers.
uint32_t checkBarriers(const vkscan::Plan& plan);

// Checks a published plan, but faster: finds two dispatches with overlapping accesses that are not ordered; and
// whether a barrier orders nothing, such as one before the first dispatch.
[[nodiscard]] std::optional<std::string> findHazard(const vkscan::DispatchList& list);
[[nodiscard]] bool hasSuperfluousBarrier(const vkscan::DispatchList& list);

// Whether the words at a kernel's address are among the step's accesses; if there are none, whether another word is
// readable in their place.
[[nodiscard]] bool isReadable(const vkscan::Step& step, VkDeviceAddress address, VkDeviceSize bytes);

// Whether the step pushes the address of a count, or of a readable word in its place.
[[nodiscard]] bool pushesCount(const vkscan::Step& step, vkscan::BufferRange countBuffer);

} // namespace testing_support

#endif
