#include "scan_steps.h"

#include "levels.h"

namespace vkscan {

void appendStep(Plan* plan, const ScanModel& model, Stage stage, uint64_t groups, const PushConstants& push,
                const AccessList& accesses) noexcept
{
    Step& step = plan->append();
    step.stage = stage;
    step.push = push;
    step.accesses = accesses;
    VkDeviceAddress& countAddress = step.push.scan.countAddress;
    countAddress = countAddress != 0 ? countAddress + abi::kPresent : readableAddress(accesses);
    setGrid(groups, gridWidth(model), &step);
}

void appendPass(Plan* plan, const ScanModel& model, Stage stage, uint64_t positions, abi::ScanPush push,
                const ScanRanges& ranges) noexcept
{
    push.inputAddress = ranges.input.address - push.head * sizeOf(model.desc.type);
    push.totalAddress = ranges.total.address;
    if (stage == Stage::ScanTiles) {
        appendLevels(plan, model, positions, push, ranges);
        return;
    }
    AccessList scan;
    scan.read(ranges.input);
    scan.read(ranges.countBuffer);
    scan.write(ranges.output);
    scan.write(ranges.total);

    const uint64_t groups = workgroupCount(model, stage, positions);
    const bool cascades = stage == Stage::CascadeScan;
    if (stage == Stage::ScanSpans || cascades) {
        AccessList reduce;
        reduce.read(ranges.input);
        reduce.read(ranges.countBuffer);
        reduce.write(ranges.scratch);
        appendStep(plan, model, cascades ? Stage::CascadeReduce : Stage::ReduceSpans, groups, push, reduce);
        scan.read(ranges.scratch);
    } else {
        scan.write(ranges.scratch);
    }
    if (cascades) {
        AccessList carries;
        carries.write(ranges.scratch);
        push.spans = static_cast<uint32_t>(groups);
        appendStep(plan, model, Stage::CascadeCarries, 1, push, carries);
    }
    appendStep(plan, model, stage, groups, push, scan);
}

} // namespace vkscan
