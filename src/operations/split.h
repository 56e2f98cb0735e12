// Splits: sorts by so few bits that one pass moves values of any size. Stages and plans. Pure functions.
#ifndef VKSCAN_OPERATIONS_SPLIT_H
#define VKSCAN_OPERATIONS_SPLIT_H

#include "operations/radix_sort.h"
#include "plan/kernels.h"

namespace vkscan {

// The bits that a sort is split by; 0 if it is no split.
[[nodiscard]] uint32_t splitBitsOf(const RadixSortDesc& desc) noexcept;

[[nodiscard]] KernelFamilies splitFamilies() noexcept;
void setSplitConstants(const RadixSortDesc& desc, const Tuning& tuning, ScheduleDesc* schedule) noexcept;
void addSplitStages(const RadixSortDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                    RadixSortModel* model) noexcept;

[[nodiscard]] VkDeviceSize splitScratchBytes(const RadixSortModel& model, uint32_t stage, uint64_t count) noexcept;

void appendSplit(Plan* plan, const RadixSortModel& model, uint32_t stage, const RadixSortArgs& args,
                 const SortBuffers& buffers) noexcept;

} // namespace vkscan

#endif
