// Expansions: models and plans. Pure functions.
#ifndef VKSCAN_OPERATIONS_EXPAND_H
#define VKSCAN_OPERATIONS_EXPAND_H

#include "schedule/schedule.h"

#include <vkscan/expand.h>

namespace vkscan {

struct ExpandModel : Schedule {
    bool fromOffsets = false;
    uint32_t expands = 0; // the stage that writes elements; those before it sum counts
};

// Checks the description, and makes the model of it.
[[nodiscard]] Status makeModel(const ExpandDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               ExpandModel* model) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planExpand(const ExpandModel& model, const ExpandArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
