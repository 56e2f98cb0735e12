// Suballocations: models and plans. Pure functions.
#ifndef VKSCAN_OPERATIONS_SUBALLOCATE_H
#define VKSCAN_OPERATIONS_SUBALLOCATE_H

#include "schedule/schedule.h"

#include <vkscan/suballocate.h>

namespace vkscan {

// Checks the description and makes its schedule.
[[nodiscard]] Status makeModel(const SuballocateDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               Schedule* model) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planSuballocate(const Schedule& schedule, const SuballocateArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
