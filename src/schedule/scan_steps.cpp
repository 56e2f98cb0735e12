#include "schedule/scan_steps.h"

#include "schedule/levels.h"

namespace vkscan {

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
