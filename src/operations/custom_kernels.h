// A user's kernels: how their modules describe themselves, and what calls pass to them. Pure functions.
#ifndef VKSCAN_OPERATIONS_CUSTOM_KERNELS_H
#define VKSCAN_OPERATIONS_CUSTOM_KERNELS_H

#include "schedule/schedule.h"

#include <vkscan/custom.h>
#include <vkscan/status.h>

namespace vkscan {

// The operation that a user's kernels are written for.
enum class KernelUse { Scan, Segments, Selection, Sort, Expansion };

// Reads the description in the modules' specialisation constants into *schedule. Refuses modules that do not fit the
// library or the use, or are not of one file. Without kernels, leaves *schedule alone.
[[nodiscard]] Status takeKernels(const CustomKernels& kernels, KernelUse use, ScheduleDesc* schedule) noexcept;

// The geometry of Spine for states of the user's; `otherwise` for those of built-in types.
[[nodiscard]] Geometry spineOf(const CustomElements& custom, const Tuning& tuning, Geometry otherwise) noexcept;

[[nodiscard]] Status checkParameters(const Parameters& parameters, const ScheduleDesc& desc) noexcept;

// The push constants of the user's kernels, with checked parameters, for those of a built-in scan.
[[nodiscard]] PushConstants customPush(const abi::ScanPush& scan, const Parameters& parameters) noexcept;

// Writes checked parameters behind push constants.
void setParameters(const Parameters& parameters, std::size_t offset, PushConstants* push) noexcept;

} // namespace vkscan

#endif
