// Whether a plan orders what must be ordered, and nothing else; and whether what it pushes can be read.
#ifndef VKSCAN_TESTS_HAZARDS_H
#define VKSCAN_TESTS_HAZARDS_H

#include "plan/plan.h"

#include <optional>
#include <string>

namespace testing_support {

[[nodiscard]] bool shareAByte(vkscan::BufferRange a, vkscan::BufferRange b);

// Expects that every pair of steps that meet in memory is ordered, and that no barrier is there for nothing. Returns
// how many barriers the plan has.
uint32_t checkBarriers(const vkscan::Plan& plan);

// As above for a published plan, and faster: finds two dispatches that meet in memory and are not ordered; and
// whether a barrier orders nothing, as one before the first dispatch does.
[[nodiscard]] std::optional<std::string> findHazard(const vkscan::DispatchList& list);
[[nodiscard]] bool hasSuperfluousBarrier(const vkscan::DispatchList& list);

// Whether words at an address as kernels take it are among what the step touches; or, where no words are there, another
// word that can be read in their stead.
[[nodiscard]] bool isReadable(const vkscan::Step& step, VkDeviceAddress address, VkDeviceSize bytes);

// Whether the step pushes the address of a count, or of a word to read in its stead.
[[nodiscard]] bool pushesCount(const vkscan::Step& step, vkscan::BufferRange countBuffer);

} // namespace testing_support

#endif
