#include "difference_plan.h"

#include "range_check.h"

namespace vkscan {

Status checkDifferenceDesc(const DifferenceDesc& desc, const Capabilities& capabilities) noexcept
{
    ScanDesc sum;
    sum.type = desc.type;
    sum.order = desc.order;
    sum.tupleSize = desc.tupleSize;
    return checkScanDesc(sum, capabilities);
}

ScanModel differenceModel(Type type, const Tuning& tuning, const Capabilities& capabilities) noexcept
{
    ScanModel model = {{}, tuning, capabilities};
    model.desc.type = type;
    return model;
}

uint64_t maxDifferenceCount(const ScanModel& model) noexcept
{
    return maxPositionsOf(model, Stage::Difference) - maxHead(model);
}

Status planDifference(const ScanModel& model, const DifferenceArgs& args, Plan* plan) noexcept
{
    if (args.count > maxDifferenceCount(model))
        return Status::CountTooLarge;
    const VkDeviceSize element = sizeOf(model.desc.type);
    const BufferRange input = {args.input.address, args.count * element};
    const BufferRange output = {args.output.address, args.count * element};
    const BufferRange countBuffer = wordRange(args.countBuffer);
    Status status = checkArrays(args.input, args.output, input.size, element);
    if (status == Status::Success)
        status = checkCountBuffer(args.countBuffer);
    if (status != Status::Success)
        return status;
    if (overlaps(input, output))
        return Status::OutputOverlapsInput;
    if (overlaps(countBuffer, output))
        return Status::CountBufferOverlaps;

    plan->stepCount = 0;
    if (args.count == 0)
        return Status::Success;
    const uint64_t head = headOf(model, input.address);
    Step& step = plan->append();
    step.stage = Stage::Difference;
    abi::ScanPush& push = step.push.scan;
    push.inputAddress = input.address - head * element;
    push.outputAddress = output.address - head * element;
    push.maxCount = args.count;
    push.countAddress = countBuffer.address;
    push.head = static_cast<uint32_t>(head);
    step.accesses.read(input);
    step.accesses.read(countBuffer);
    step.accesses.write(output);
    setGrid(workgroupCount(model, step.stage, head + args.count), gridWidth(model), &step);
    return Status::Success;
}

} // namespace vkscan
