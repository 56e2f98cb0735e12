#include "schedule/scan_steps.h"

#include "schedule/levels.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace vkscan {

namespace {

// The dispatches of TruncatedCascade. The outer ones touch some of the spans that shaders/core/spans.glsl cuts arrays
// into; which elements are in them is known here unless the device reads the count.
void appendTruncated(Plan* plan, const Schedule& schedule, uint64_t positions, abi::ScanPush push,
                     const ScanBuffers& buffers) noexcept
{
    const auto& [input, output, countBuffer, total, scratch] = buffers;
    const uint64_t spans = workgroupCount(schedule, Stage::TruncatedScan, positions);
    const uint64_t span = cascadeSpan(schedule, Stage::TruncatedScan, positions);
    const uint64_t element = sizeOf(schedule.desc.type);
    const uint64_t vector = abi::kVectorBytes / element;
    const uint64_t mirror = (positions + vector - 1) / vector * vector; // backward scans begin with the last vector
    const auto elementsOf = [&](uint64_t firstSpan, uint64_t endSpan, const Access& array) {
        if (push.countAddress != 0)
            return array;
        uint64_t begin = std::min(firstSpan * span, mirror);
        uint64_t end = std::min(endSpan * span, mirror);
        if (schedule.desc.direction == Direction::Backward)
            std::tie(begin, end) = std::pair(mirror - end, mirror - begin);
        begin = std::clamp<uint64_t>(begin, push.head, positions);
        end = std::clamp<uint64_t>(end, push.head, positions);
        return Access{{array.range.address + (begin - push.head) * element, (end - begin) * element}, array.write};
    };
    appendStep(plan, schedule, Stage::TruncatedReduce, spans, push,
               {elementsOf(0, spans - 1, input), countBuffer, elementsOf(0, 1, output), scratch});
    push.spans = static_cast<uint32_t>(spans - 1);
    appendStep(plan, schedule, Stage::TruncatedCarries, 1, push, {scratch});
    appendStep(plan, schedule, Stage::TruncatedScan, spans, push,
               {elementsOf(1, spans, input), countBuffer, elementsOf(1, spans, output), total, readOnly(scratch)});
}

} // namespace

Placement placeArray(const Schedule& schedule, VkDeviceAddress address, uint64_t count) noexcept
{
    const uint64_t head = count > 0 ? headOf(schedule, address) : 0;
    return {head, head + count, chooseStage(schedule, head + count)};
}

void appendStep(Plan* plan, const Schedule& schedule, Stage stage, uint64_t groups, const PushConstants& push,
                const AccessList& accesses) noexcept
{
    Step& step = plan->append();
    step.stage = stage;
    step.push = push;
    step.accesses = accesses;
    VkDeviceAddress& countAddress = step.push.scan.countAddress;
    countAddress = countAddress != 0 ? countAddress + abi::kPresent : readableAddress(accesses);
    setGrid(groups, schedule.gridWidth, &step);
}

void appendPass(Plan* plan, const Schedule& schedule, Stage stage, uint64_t positions, abi::ScanPush push,
                const ScanBuffers& buffers) noexcept
{
    const auto& [input, output, countBuffer, total, scratch] = buffers;
    push.inputAddress = input.range.address - push.head * sizeOf(schedule.desc.type);
    push.totalAddress = total.range.address;
    if (stage == Stage::ScanTiles) {
        appendLevels(plan, schedule, positions, push, buffers);
        return;
    }
    if (stage == Stage::TruncatedScan) {
        appendTruncated(plan, schedule, positions, push, buffers);
        return;
    }
    const uint64_t groups = workgroupCount(schedule, stage, positions);
    const bool cascades = stage == Stage::CascadeScan;
    const bool reducesFirst = stage == Stage::ScanSpans || cascades;
    if (reducesFirst)
        appendStep(plan, schedule, cascades ? Stage::CascadeReduce : Stage::ReduceSpans, groups, push,
                   {input, countBuffer, scratch});
    if (cascades) {
        push.spans = static_cast<uint32_t>(groups);
        appendStep(plan, schedule, Stage::CascadeCarries, 1, push, {scratch});
    }
    appendStep(plan, schedule, stage, groups, push,
               {input, countBuffer, output, total, reducesFirst ? readOnly(scratch) : scratch});
}

} // namespace vkscan
