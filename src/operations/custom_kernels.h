// Kernels of the user's: what they say of themselves, and what calls pass to them. Pure functions.
#ifndef VKSCAN_OPERATIONS_CUSTOM_KERNELS_H
#define VKSCAN_OPERATIONS_CUSTOM_KERNELS_H

#include "plan/buffers.h"
#include "schedule/schedule.h"

#include <vkscan/custom.h>
#include <vkscan/status.h>

namespace vkscan {

// What operations do with kernels.
enum class KernelUse { Scan, Segments, Selection, Sort };

// Refuses what does not fit the library or the use, or is not of one file. Tells the schedule of the elements; where
// there are no kernels, leaves it alone.
[[nodiscard]] Status takeKernels(const CustomKernels& kernels, KernelUse use, ScheduleDesc* schedule) noexcept;

// The address of elements is a multiple of it.
[[nodiscard]] VkDeviceSize elementAlignment(const ScheduleDesc& desc) noexcept;

// Lists `count` elements; what kernels load or store by themselves is what the call says, or nobody's.
Access listInput(const ScheduleDesc& desc, Argument argument, BufferRange given, uint64_t count,
                 BufferList* list) noexcept;
Access listOutput(const ScheduleDesc& desc, Argument argument, BufferRange given, uint64_t count,
                  BufferList* list) noexcept;

[[nodiscard]] Status checkParameters(const Parameters& parameters, const ScheduleDesc& desc) noexcept;

// Writes checked parameters to where they are pushed.
void tellParameters(const Parameters& parameters, unsigned char* pushed) noexcept;

// Gives the steps of a plan the constants that the user's kernels take instead of a scan's.
void tellKernels(const Parameters& parameters, Plan* plan) noexcept;

} // namespace vkscan

#endif
