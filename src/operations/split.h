// Splits: sorts by few bits, which move values of any size in one pass. Stages and plans. Pure functions.
#ifndef VKSCAN_OPERATIONS_SPLIT_H
#define VKSCAN_OPERATIONS_SPLIT_H

#include "operations/radix_sort.h"
#include "plan/kernels.h"

namespace vkscan {

// The number of bits; 0 if the sort is no split.
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
