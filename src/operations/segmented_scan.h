// The plan of one segmented scan: that of a scan, whose kernels also read where segments begin.
#ifndef VKSCAN_OPERATIONS_SEGMENTED_SCAN_H
#define VKSCAN_OPERATIONS_SEGMENTED_SCAN_H

#include "plan/plan.h"
#include "schedule/schedule.h"

#include <vkscan/segmented.h>

namespace vkscan {

[[nodiscard]] Status checkSegmentedScanDesc(const SegmentedScanDesc& desc, const Capabilities& capabilities) noexcept;

// Of a checked description.
[[nodiscard]] ScanModel segmentedModel(const SegmentedScanDesc& desc, const Tuning& tuning,
                                       const Capabilities& capabilities) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planSegmentedScan(const Schedule& schedule, const SegmentedScanArgs& args, Plan* plan) noexcept;

// SegmentedScan::create with a tuning of one's own, and an operator code beyond the public ones: for tests.
[[nodiscard]] Status createTuned(const Context& context, const SegmentedScanDesc& desc, const Tuning& tuning,
                                 uint32_t operatorCode, SegmentedScan* created) noexcept;

} // namespace vkscan

#endif
