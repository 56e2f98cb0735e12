// A cascade whose first dispatch scans the first span, which the third leaves alone, and does not reduce the last. Ha &
// Han 2013.
#include "study/fixed_spans.h"

#include <tuple>
#include <utility>

namespace vkscan::study::strategies {

namespace {

void addTruncatedCascadeStages(const StudyStrategy& strategy, const Tuning& tuning, StageList* stages) noexcept
{
    if (chooseSpans(strategy, tuning, 1, "TruncatedScan", "TruncatedReduce", "scan_first_span", stages))
        stages->addFurther(carriesStage("TruncatedCarries", tuning, false));
}

// The outer dispatches touch some of the spans that shaders/core/spans.glsl cuts arrays into. Which elements are in
// them is known here unless the device reads the count.
void appendTruncatedCascade(Plan* plan, const Schedule& schedule, uint32_t stage, const Pass& pass) noexcept
{
    const auto& [input, countBuffer, output, total, scratch, each, last] = pass.buffers;
    const Stage& scanning = schedule[stage];
    const uint64_t spans = scanning.groups;
    const uint64_t span = divideRoundingUp(tileCount(scanning, pass.positions), spans) * scanning.tileElements;
    const uint64_t element = schedule.elementBytes;
    const uint64_t vector = abi::kVectorBytes / element;
    const uint64_t mirror = divideRoundingUp(pass.positions, vector) * vector; // where backward scans begin
    const bool isCounted = countBuffer.range.size != 0;
    const auto elementsOf = [&](uint64_t firstSpan, uint64_t endSpan, const Access& array) {
        if (isCounted)
            return array;
        uint64_t begin = std::min(firstSpan * span, mirror);
        uint64_t end = std::min(endSpan * span, mirror);
        if (schedule.desc.direction == Direction::Backward)
            std::tie(begin, end) = std::pair(mirror - end, mirror - begin);
        begin = std::clamp(begin, pass.head, pass.positions);
        end = std::clamp(end, pass.head, pass.positions);
        return Access{{array.range.address + (begin - pass.head) * element, (end - begin) * element}, array.write};
    };
    const PushConstants push = withSpans(pass.push, spans - 1);
    appendStep(plan, schedule, scanning.before, spans, pass.push,
               {elementsOf(0, spans - 1, input), countBuffer, elementsOf(0, 1, output), scratch});
    appendStep(plan, schedule, scanning.further[0], 1, push, {scratch});
    appendStep(plan, schedule, stage, spans, push,
               {elementsOf(1, spans, input), countBuffer, elementsOf(1, spans, output), total, readOnly(scratch)});
}

// The last span's total is no carry.
VkDeviceSize scratchOfTruncatedCascade(const Schedule& schedule, const Stage& stage, uint64_t /*positions*/) noexcept
{
    return abi::kScratchHeaderBytes + (stage.groups - 1) * schedule.slotBytes;
}

} // namespace

extern const StudyStrategy truncated_cascade = {
    .value = kTruncatedCascade,
    .carries = {.append = appendTruncatedCascade, .scratchBytes = scratchOfTruncatedCascade},
    .addStages = addTruncatedCascadeStages,
    .takesUserKernels = false,
    .leastWorkgroups = 2};

} // namespace vkscan::study::strategies
