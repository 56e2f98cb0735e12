// The plan of one scan: a pure function of description, tuning, capabilities and arguments.
#ifndef VKSCAN_OPERATIONS_SCAN_H
#define VKSCAN_OPERATIONS_SCAN_H

#include "plan.h"
#include "scan_strategy.h"

#include <vkscan/scan.h>

namespace vkscan {

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planScan(const ScanModel& model, const ScanArgs& args, Plan* plan) noexcept;

// The same where what tells segments must lie apart from what is written.
[[nodiscard]] Status planScan(const ScanModel& model, const ScanArgs& args, BufferRange segments, Plan* plan) noexcept;

// Scan::create with a tuning of one's own, and an operator code beyond the public ones: for tests and the
// benchmark's search.
[[nodiscard]] Status createTuned(const Context& context, const ScanDesc& desc, const Tuning& tuning,
                                 uint32_t operatorCode, Scan* created) noexcept;

} // namespace vkscan

#endif
