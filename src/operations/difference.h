// The plan of one difference: a pure function of description, tuning, capabilities and arguments.
#ifndef VKSCAN_OPERATIONS_DIFFERENCE_H
#define VKSCAN_OPERATIONS_DIFFERENCE_H

#include "plan/plan.h"
#include "schedule/schedule.h"

#include <vkscan/difference.h>

namespace vkscan {

// As of the sum that the difference undoes.
[[nodiscard]] Status checkDifferenceDesc(const DifferenceDesc& desc, const Capabilities& capabilities) noexcept;

// How differences are planned, whatever their order and tuple size; of the model's description only the type counts.
[[nodiscard]] ScanModel differenceModel(ElementType type, const Tuning& tuning,
                                        const Capabilities& capabilities) noexcept;

[[nodiscard]] uint64_t maxDifferenceCount(const Schedule& schedule) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planDifference(const Schedule& schedule, const DifferenceArgs& args, Plan* plan) noexcept;

// Difference::create with a tuning of one's own: for tests.
[[nodiscard]] Status createTuned(const Context& context, const DifferenceDesc& desc, const Tuning& tuning,
                                 Difference* created) noexcept;

} // namespace vkscan

#endif
