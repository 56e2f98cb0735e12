// Whether a plan orders what must be ordered, and nothing else.
#ifndef VKSCAN_TESTS_HAZARDS_H
#define VKSCAN_TESTS_HAZARDS_H

#include "plan.h"

namespace testing_support {

[[nodiscard]] bool shareAByte(vkscan::BufferRange a, vkscan::BufferRange b);

// Expects that every pair of steps that meet in memory is ordered, and that no barrier is there for nothing. Returns
// how many barriers the plan has.
uint32_t checkBarriers(const vkscan::Plan& plan);

} // namespace testing_support

#endif
