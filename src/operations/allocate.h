// The plan of one allocation: a pure function of description, tuning, capabilities and arguments.
#ifndef VKSCAN_OPERATIONS_ALLOCATE_H
#define VKSCAN_OPERATIONS_ALLOCATE_H

#include "plan/plan.h"
#include "schedule/schedule.h"

#include <vkscan/allocate.h>

namespace vkscan {

[[nodiscard]] Status checkAllocateDesc(const AllocateDesc& desc, const Capabilities& capabilities) noexcept;

// Of a checked description: of the inclusive sum, by which each request ends.
[[nodiscard]] ScanModel allocateModel(const AllocateDesc& desc, const Tuning& tuning,
                                      const Capabilities& capabilities) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planAllocate(const Schedule& schedule, const AllocateArgs& args, Plan* plan) noexcept;

// Allocate::create with a tuning of one's own: for tests.
[[nodiscard]] Status createTuned(const Context& context, const AllocateDesc& desc, const Tuning& tuning,
                                 Allocate* created) noexcept;

} // namespace vkscan

#endif
