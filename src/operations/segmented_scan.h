// Segmented scans and reductions: those of a scan, whose kernels also read where segments begin, and which store, of
// reductions, the segments' last elements alone. Pure functions.
#ifndef VKSCAN_OPERATIONS_SEGMENTED_SCAN_H
#define VKSCAN_OPERATIONS_SEGMENTED_SCAN_H

#include "operations/scan.h"
#include "operations/segment_source.h"

#include <vkscan/segmented_reduce.h>
#include <vkscan/segmented_scan.h>

namespace vkscan {

struct SegmentedModel : Schedule {
    Segments segments = Segments::HeadBits;
};

// The schedule of a scan whose segments are specified so; checks the description.
[[nodiscard]] Status describeSchedule(const ScanDesc& desc, Segments segments, const Capabilities& capabilities,
                                      ScheduleDesc* schedule) noexcept;

// Check the description, and make the model of it.
[[nodiscard]] Status makeModel(const SegmentedScanDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               SegmentedModel* model) noexcept;
[[nodiscard]] Status makeModel(const SegmentedReduceDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               SegmentedModel* model) noexcept;

// Check the arguments and fill the plan; leave it alone if one is wrong.
[[nodiscard]] Status planSegmentedScan(const SegmentedModel& model, const SegmentedScanArgs& args, Plan* plan) noexcept;
[[nodiscard]] Status planSegmentedReduce(const SegmentedModel& model, const SegmentedReduceArgs& args,
                                         Plan* plan) noexcept;

// Completes a plan's steps, which ask for no barrier more: no dispatch writes what the segments are told by.
void tellSegments(const SegmentSource& source, const Access& segments, Plan* plan) noexcept;

// SegmentedScan::create and SegmentedReduce::create with a tuning of one's own, and an operator code beyond the public
// ones: for tests.
[[nodiscard]] Status createTuned(const Context& context, const SegmentedScanDesc& desc, const Tuning& tuning,
                                 uint32_t operatorCode, SegmentedScan* created) noexcept;
[[nodiscard]] Status createTuned(const Context& context, const SegmentedReduceDesc& desc, const Tuning& tuning,
                                 uint32_t operatorCode, SegmentedReduce* created) noexcept;

} // namespace vkscan

#endif
