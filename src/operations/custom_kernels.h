// Kernels of the user's: what they say of themselves, and what calls pass to them. Pure functions.
#ifndef VKSCAN_OPERATIONS_CUSTOM_KERNELS_H
#define VKSCAN_OPERATIONS_CUSTOM_KERNELS_H

#include "plan/buffers.h"
#include "schedule/schedule.h"

#include <vkscan/custom.h>
#include <vkscan/status.h>

namespace vkscan {

// Refuses what does not fit the library, or is not of one file. Writes what the schedule takes from it.
[[nodiscard]] Status readKernels(const CustomKernels& kernels, ScheduleDesc* schedule) noexcept;

// The address of elements is a multiple of it.
[[nodiscard]] VkDeviceSize elementAlignment(const ScheduleDesc& desc) noexcept;

// Lists `count` elements; what kernels load or store by themselves is what the call says, or nobody's.
Access listInput(const ScheduleDesc& desc, Argument argument, BufferRange given, uint64_t count,
                 BufferList* list) noexcept;
Access listOutput(const ScheduleDesc& desc, Argument argument, BufferRange given, uint64_t count,
                  BufferList* list) noexcept;

[[nodiscard]] Status checkParameters(const Parameters& parameters, KernelForm form) noexcept;

// Gives the steps of a plan the constants that the user's kernels take instead of a scan's.
void tellKernels(const Parameters& parameters, Plan* plan) noexcept;

} // namespace vkscan

#endif
