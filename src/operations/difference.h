// Differences: models and plans. Pure functions.
#ifndef VKSCAN_OPERATIONS_DIFFERENCE_H
#define VKSCAN_OPERATIONS_DIFFERENCE_H

#include "schedule/schedule.h"

#include <vkscan/difference.h>

namespace vkscan {

// Checks the description, and makes the schedule of it: that of single elements, whatever their order and tuple size.
[[nodiscard]] Status makeModel(const DifferenceDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               Schedule* model) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planDifference(const Schedule& schedule, const DifferenceArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
