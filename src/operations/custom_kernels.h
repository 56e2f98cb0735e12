// What kernels of the user's say of themselves. Pure functions.
#ifndef VKSCAN_OPERATIONS_CUSTOM_KERNELS_H
#define VKSCAN_OPERATIONS_CUSTOM_KERNELS_H

#include "schedule/schedule.h"

#include <vkscan/custom.h>
#include <vkscan/status.h>

namespace vkscan {

// Refuses what does not fit the library, or is not of one file. Writes what the schedule takes from it.
[[nodiscard]] Status readKernels(const CustomKernels& kernels, ScheduleDesc* schedule) noexcept;

} // namespace vkscan

#endif
