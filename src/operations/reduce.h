// Reductions: models and plans. Pure functions.
#ifndef VKSCAN_OPERATIONS_REDUCE_H
#define VKSCAN_OPERATIONS_REDUCE_H

#include "schedule/schedule.h"

#include <vkscan/reduce.h>

namespace vkscan {

struct ReduceModel : Schedule {
    bool withIndex = false;
};

// Checks the description, and makes the model of it.
[[nodiscard]] Status makeModel(const ReduceDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               ReduceModel* model) noexcept;
// With twoDispatches, also where the device allows one.
[[nodiscard]] Status reduceModel(const ReduceDesc& desc, bool twoDispatches, const Tuning& tuning,
                                 const Capabilities& capabilities, ReduceModel* model) noexcept;

// Bytes of scratch that reductions of up to maxCount elements take.
[[nodiscard]] VkDeviceSize scratchSize(const ReduceModel& model, uint64_t maxCount) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planReduce(const ReduceModel& model, const ReduceArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
