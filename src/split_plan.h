// The plan of one split: a pure function of description, tuning, capabilities and arguments.
#ifndef VKSCAN_SPLIT_PLAN_H
#define VKSCAN_SPLIT_PLAN_H

#include "selection.h"

#include <vkscan/split.h>

namespace vkscan {

// Checks the description, and makes the model of it.
[[nodiscard]] Status splitModel(const SplitDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                                ScanModel* model) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planSplit(const ScanModel& model, const SplitArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
