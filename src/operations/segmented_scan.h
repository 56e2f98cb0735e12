// Segmented scans and reductions: those of a scan, whose kernels also read where segments begin, and which store, of
// reductions, the segments' last elements alone. Pure functions.
#ifndef VKSCAN_OPERATIONS_SEGMENTED_SCAN_H
#define VKSCAN_OPERATIONS_SEGMENTED_SCAN_H

#include "operations/scan.h"
#include "plan/buffers.h"

#include <vkscan/segmented.h>

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

// Where segments are: the arguments that tell it.
struct SegmentSource {
    Segments form;
    BufferRange segments;
    uint32_t rowLength;
    uint32_t rowPitch; // never 0 but with rowLength
    uint32_t segmentCount;
    uint64_t count;
};

template <class Args>
[[nodiscard]] SegmentSource segmentSourceOf(Segments form, const Args& args) noexcept
{
    return {form,
            args.segments,
            args.rowLength,
            args.rowPitch != 0 ? args.rowPitch : args.rowLength,
            args.segmentCount,
            args.count};
}

// Checks how segments are specified and lists the buffer that does it, which rows have none of. `touched` is false if
// there are no elements or no segments.
Access listSegments(const SegmentSource& source, bool touched, BufferList* list) noexcept;

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
