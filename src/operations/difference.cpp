#include "operations/difference.h"

#include "plan/buffers.h"
#include "schedule/array_operation.h"
#include "schedule/scan_steps.h"

namespace vkscan {

namespace {

constexpr ArrayRules kRules = {"Difference", maxDifferenceCount, nullptr, false};
constexpr const KernelFamily* kFamilies[] = {&families::difference};

} // namespace

Status checkDifferenceDesc(const DifferenceDesc& desc, const Capabilities& capabilities) noexcept
{
    ScanDesc sum;
    sum.type = desc.type;
    sum.order = desc.order;
    sum.tupleSize = desc.tupleSize;
    return checkScanDesc(sum, capabilities);
}

ScanModel differenceModel(ElementType type, const Tuning& tuning, const Capabilities& capabilities) noexcept
{
    ScanModel model = {{}, tuning, capabilities};
    model.desc.type = type;
    return model;
}

uint64_t maxDifferenceCount(const Schedule& schedule) noexcept
{
    return schedule[Stage::Difference].maxPositions - maxHead(schedule);
}

Status planDifference(const Schedule& schedule, const DifferenceArgs& args, Plan* plan) noexcept
{
    if (args.count > maxDifferenceCount(schedule))
        return {Argument::Count, Rule::TooLarge};
    const VkDeviceSize element = sizeOf(schedule.desc.type);
    BufferList list;
    const Access input = list.read(Argument::Input, args.input, args.count * element, element);
    const Access output = list.write(Argument::Output, args.output, args.count * element, element);
    const Access countBuffer = list.countBuffer(args.countBuffer);
    list.claim(Argument::CountBuffer, Argument::Output, Argument::Total);
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;

    plan->stepCount = 0;
    if (args.count == 0)
        return Status::Success;
    const uint64_t head = headOf(schedule, args.input.address);
    abi::ScanPush push = {};
    push.inputAddress = args.input.address - head * element;
    push.outputAddress = args.output.address - head * element;
    push.maxCount = args.count;
    push.countAddress = args.countBuffer.address;
    push.head = static_cast<uint32_t>(head);
    appendStep(plan, schedule, Stage::Difference, workgroupCount(schedule, Stage::Difference, head + args.count), push,
               {input, countBuffer, output});
    return Status::Success;
}

Status createTuned(const Context& context, const DifferenceDesc& desc, const Tuning& tuning,
                   Difference* difference) noexcept
{
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        const Status checked = checkDifferenceDesc(desc, capabilities);
        if (checked == Status::Success)
            *model = differenceModel(desc.type, tuning, capabilities);
        return checked;
    };
    const auto compile = [&](const Context::Impl& owner, const Schedule& schedule, Pipelines* pipelines) {
        SpecConstants constants;
        constants[abi::kIdWorkgroupSize] = tuning.difference.workgroupSize;
        constants[abi::kIdRows] = tuning.difference.rows;
        constants[abi::kIdType] = static_cast<uint32_t>(schedule.desc.type);
        constants[abi::kIdOperator] = abi::kOpAdd; // whose identity is 0
        constants[abi::kIdOrder] = desc.order;
        constants[abi::kIdTupleSize] = desc.tupleSize;
        pipelines->add(owner.capabilities, Stage::Difference,
                       kernelCode(kFamilies, Stage::Difference, schedule.desc.type, KernelForm::Elements), constants);
        return pipelines->compile(owner, owner.pipelineLayout);
    };
    return createOperation(context, kRules, desc.maxCount, prepare, compile, difference);
}

Status Difference::create(const Context& context, const DifferenceDesc& desc, Difference* difference) noexcept
{
    return createTuned(context, desc, tuningFor(context), difference);
}

Status Difference::plan(const DifferenceArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planDifference);
}

Status Difference::record(VkCommandBuffer commandBuffer, const DifferenceArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planDifference);
}

} // namespace vkscan
