// Splits: models and plans. Pure functions.
#ifndef VKSCAN_OPERATIONS_SPLIT_H
#define VKSCAN_OPERATIONS_SPLIT_H

#include "schedule/schedule.h"

#include <vkscan/split.h>

namespace vkscan {

struct SplitModel : Schedule {
    uint32_t bits = 1;
    uint32_t elementWords = 1; // of 32 bits, of an element that is moved; 0: indices are moved
};

// Checks the description, and makes the model of it.
[[nodiscard]] Status makeModel(const SplitDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               SplitModel* model) noexcept;

[[nodiscard]] VkDeviceSize scratchSize(const SplitModel& model, uint64_t maxCount) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planSplit(const SplitModel& model, const SplitArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
