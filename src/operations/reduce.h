// The plan of one reduction: a pure function of description, tuning, capabilities and arguments.
#ifndef VKSCAN_OPERATIONS_REDUCE_H
#define VKSCAN_OPERATIONS_REDUCE_H

#include "plan/plan.h"
#include "schedule/schedule.h"

#include <vkscan/reduce.h>

namespace vkscan {

// A reduction is what a scan of its type and operator leaves as the total; of the model's description no more counts,
// withIndex and the method.
[[nodiscard]] bool usesReduceStage(const Schedule& schedule, Stage stage) noexcept;

[[nodiscard]] uint64_t maxReduceCount(const Schedule& schedule) noexcept;

// Bytes that reductions of up to maxCount elements take.
[[nodiscard]] VkDeviceSize reduceScratchSize(const Schedule& schedule, uint64_t maxCount) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planReduce(const Schedule& schedule, const ReduceArgs& args, Plan* plan) noexcept;

// Reduce::create with a tuning of one's own, and an operator code beyond the public ones: for tests.
[[nodiscard]] Status createTuned(const Context& context, const ReduceDesc& desc, const Tuning& tuning,
                                 uint32_t operatorCode, Reduce* created) noexcept;

} // namespace vkscan

#endif
