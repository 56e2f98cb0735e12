// The plan of one split: a pure function of description, tuning, capabilities and arguments.
#ifndef VKSCAN_OPERATIONS_SPLIT_H
#define VKSCAN_OPERATIONS_SPLIT_H

#include "operations/selection.h"

#include <vkscan/select.h>

namespace vkscan {

// Checks the description, and makes the model of it.
[[nodiscard]] Status splitModel(const SplitDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                                ScanModel* model) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planSplit(const Schedule& schedule, const SplitArgs& args, Plan* plan) noexcept;

// Split::create with a tuning of one's own: for tests.
[[nodiscard]] Status createTuned(const Context& context, const SplitDesc& desc, const Tuning& tuning,
                                 Split* created) noexcept;

} // namespace vkscan

#endif
