// The plan of one scan: a pure function of description, tuning, capabilities and arguments.
#ifndef VKSCAN_SCAN_PLAN_H
#define VKSCAN_SCAN_PLAN_H

#include "plan.h"
#include "scan_strategy.h"

namespace vkscan {

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planScan(const ScanModel& model, const ScanArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
