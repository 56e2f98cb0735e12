// Segmented scans and reductions: shared models, and plans. Pure functions.
#ifndef VKSCAN_OPERATIONS_SEGMENTED_SCAN_H
#define VKSCAN_OPERATIONS_SEGMENTED_SCAN_H

#include "schedule/carry_strategy.h"

#include <vkscan/segmented_reduce.h>
#include <vkscan/segmented_scan.h>

namespace vkscan {

struct SegmentedModel : Schedule {
    Segments segments = Segments::HeadBits;
};

// Fields that descriptions of segmented scans and reductions share.
struct SegmentedElements {
    ElementType type;
    Op op;
    Segments segments;
    CustomKernels kernels;
    Waiting waiting;
    uint64_t maxCount;
    StoredType input;
    StoredType output;
    bool reproducible;
};

template <class Desc>
[[nodiscard]] SegmentedElements segmentedElementsOf(const Desc& desc) noexcept
{
    return {desc.type,     desc.op,    desc.segments, desc.kernels,     desc.waiting,
            desc.maxCount, desc.input, desc.output,   desc.reproducible};
}

// Checks the fields and makes the schedule. Reproducible floats take tiles of the form `fixedForm`.
[[nodiscard]] Status describeSegmented(const SegmentedElements& desc, const Capabilities& capabilities,
                                       const char* fixedForm, ScheduleDesc* schedule) noexcept;

// Check the description and make its model.
[[nodiscard]] Status makeModel(const SegmentedScanDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               SegmentedModel* model) noexcept;
[[nodiscard]] Status makeModel(const SegmentedReduceDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               SegmentedModel* model) noexcept;

// Check the arguments and fill the plan; leave it alone if one is wrong.
[[nodiscard]] Status planSegmentedScan(const SegmentedModel& model, const SegmentedScanArgs& args, Plan* plan) noexcept;
[[nodiscard]] Status planSegmentedReduce(const SegmentedModel& model, const SegmentedReduceArgs& args,
                                         Plan* plan) noexcept;

} // namespace vkscan

#endif
