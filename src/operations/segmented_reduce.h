// The plan of one segmented reduction: that of a segmented scan whose kernels store the segments' last elements alone.
#ifndef VKSCAN_OPERATIONS_SEGMENTED_REDUCE_H
#define VKSCAN_OPERATIONS_SEGMENTED_REDUCE_H

#include "plan/plan.h"
#include "schedule/schedule.h"

#include <vkscan/segmented.h>

namespace vkscan {

[[nodiscard]] Status checkSegmentedReduceDesc(const SegmentedReduceDesc& desc,
                                              const Capabilities& capabilities) noexcept;

// Of a checked description.
[[nodiscard]] ScanModel segmentedReduceModel(const SegmentedReduceDesc& desc, const Tuning& tuning,
                                             const Capabilities& capabilities) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planSegmentedReduce(const Schedule& schedule, const SegmentedReduceArgs& args,
                                         Plan* plan) noexcept;

// SegmentedReduce::create with a tuning of one's own, and an operator code beyond the public ones: for tests.
[[nodiscard]] Status createTuned(const Context& context, const SegmentedReduceDesc& desc, const Tuning& tuning,
                                 uint32_t operatorCode, SegmentedReduce* created) noexcept;

} // namespace vkscan

#endif
