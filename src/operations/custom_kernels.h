// A user's kernels: descriptions read from their modules, and their push constants. Pure functions.
#ifndef VKSCAN_OPERATIONS_CUSTOM_KERNELS_H
#define VKSCAN_OPERATIONS_CUSTOM_KERNELS_H

#include "schedule/schedule.h"

#include <vkscan/custom.h>
#include <vkscan/status.h>

namespace vkscan {

// The operation that uses a user's kernels.
enum class KernelUse { Scan, Segments, Selection, Sort, Expansion };

// Reads the description in the modules' specialisation constants into *schedule. Refuses modules that do not fit the
// library or the use, or come from different files. Without kernels, leaves *schedule alone.
[[nodiscard]] Status takeKernels(const CustomKernels& kernels, KernelUse use, ScheduleDesc* schedule) noexcept;

// The geometry of Spine for a user's states; `otherwise` for built-in types.
[[nodiscard]] Geometry spineOf(const CustomElements& custom, const Tuning& tuning, Geometry otherwise) noexcept;

[[nodiscard]] Status checkParameters(const Parameters& parameters, const ScheduleDesc& desc) noexcept;

// The push constants of a user's kernels, with checked parameters, from those of a built-in scan.
[[nodiscard]] PushConstants customPush(const abi::ScanPush& scan, const Parameters& parameters) noexcept;

// Appends checked parameters to push constants.
void setParameters(const Parameters& parameters, std::size_t offset, PushConstants* push) noexcept;

} // namespace vkscan

#endif
