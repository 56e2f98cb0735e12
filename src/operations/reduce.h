// The plan of one reduction: a pure function of description, tuning, capabilities and arguments.
#ifndef VKSCAN_OPERATIONS_REDUCE_H
#define VKSCAN_OPERATIONS_REDUCE_H

#include "plan/plan.h"
#include "schedule/schedule.h"

#include <vkscan/reduce.h>

namespace vkscan {

struct ReduceModel : Schedule {
    bool withIndex = false;
};

// Checks the description, and makes the model of it: of what a scan of its type and operator leaves as the total.
[[nodiscard]] Status makeModel(const ReduceDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               ReduceModel* model) noexcept;

// Bytes that reductions of up to maxCount elements take.
[[nodiscard]] VkDeviceSize scratchSize(const ReduceModel& model, uint64_t maxCount) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planReduce(const ReduceModel& model, const ReduceArgs& args, Plan* plan) noexcept;

// Reduce::create with a tuning of one's own, and an operator code beyond the public ones: for tests.
[[nodiscard]] Status createTuned(const Context& context, const ReduceDesc& desc, const Tuning& tuning,
                                 uint32_t operatorCode, Reduce* created) noexcept;

} // namespace vkscan

#endif
