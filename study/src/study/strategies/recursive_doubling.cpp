// Spans are reduced and scanned as a cascade's. Their aggregates are scanned by all workgroups in steps, each a
// dispatch that combines states twice as far apart as the one before. Kogge & Stone 1973.
#include "study/fixed_spans.h"

namespace vkscan::study::strategies {

namespace {

void addRecursiveDoublingStages(const StudyStrategy& strategy, const Tuning& tuning, StageList* stages) noexcept
{
    if (chooseSpans(strategy, tuning, 2, "DoublingScan", "DoublingReduce", "reduce_spans", stages)) // 2: halves
        stages->addFurther({.name = "DoublingStep", .kernel = "scan_doubling", .geometry = tuning.spans});
}

void appendRecursiveDoubling(Plan* plan, const Schedule& schedule, uint32_t stage, const Pass& pass) noexcept
{
    const Stage& scanning = schedule[stage];
    const uint32_t spans = scanning.groups;
    const uint32_t doubling = scanning.further[0];
    const PassBuffers& buffers = pass.buffers;
    appendStep(plan, schedule, scanning.before, spans, pass.push, reducingAccesses(buffers));
    const uint64_t groups = divideRoundingUp(spans, schedule[doubling].geometry.workgroupSize);
    const auto appendDoubling = [&](uint32_t distance) {
        auto push = pass.push.get<abi::ScanPush>();
        push.maxCount = spans;
        push.countAddress = 0;
        push.spans = distance;
        appendStep(plan, schedule, doubling, groups, push, {buffers.scratch});
    };
    appendDoubling(0);
    // An odd number of steps ends where scans take their carries.
    uint32_t steps = 0;
    for (uint32_t distance = 1; distance < spans || steps % 2 == 0; distance *= 2, ++steps)
        appendDoubling(distance);
    // Each carry is in its span's own slot, as a cascade's.
    appendStep(plan, schedule, stage, spans, withSpans(pass.push, spans),
               scanningAccesses(buffers, readOnly(buffers.scratch)));
}

} // namespace

extern const StudyStrategy recursive_doubling = {.value = kRecursiveDoubling,
                                                 .carries = {.append = appendRecursiveDoubling},
                                                 .addStages = addRecursiveDoublingStages,
                                                 .takesOrders = false,
                                                 .takesUserKernels = false,
                                                 .leastWorkgroups = 1};

} // namespace vkscan::study::strategies
