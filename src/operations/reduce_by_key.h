// Reductions by key: models and plans. Pure functions.
#ifndef VKSCAN_OPERATIONS_REDUCE_BY_KEY_H
#define VKSCAN_OPERATIONS_REDUCE_BY_KEY_H

#include "operations/runs.h"

#include <vkscan/reduce_by_key.h>

namespace vkscan {

// Checks the description, and makes the schedule of it.
[[nodiscard]] Status makeModel(const ReduceByKeyDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               RunModel* model) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planReduceByKey(const RunModel& model, const ReduceByKeyArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
