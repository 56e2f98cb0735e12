#include "operations/difference.h"

#include "operations/elements.h"
#include "schedule/record.h"

namespace vkscan {

namespace families {
extern const KernelFamily difference;
}

namespace {

constexpr const KernelFamily* kDifferenceFamilies[] = {&families::difference};

} // namespace

Status makeModel(const DifferenceDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 Schedule* model) noexcept
{
    for (const Status checked : {checkType(desc.type, capabilities), checkOrders(desc.order, desc.tupleSize)})
        if (checked != Status::Success)
            return checked;
    ScheduleDesc schedule;
    schedule.type = desc.type;
    schedule.maxCount = desc.maxCount;
    schedule.constants.set(abi::kIdOrder, desc.order);
    schedule.constants.set(abi::kIdTupleSize, desc.tupleSize);
    *model = {schedule, tuning, capabilities};
    const TileForm form;
    StageList stages(model, form);
    stages.choose(Strategy::Auto, {.name = "Difference",
                                   .kernel = "difference",
                                   .geometry = tuning.difference,
                                   .maxTiles = stages.maxSingleTiles()});
    return Status::Success;
}

Status planDifference(const Schedule& schedule, const DifferenceArgs& args, Plan* plan) noexcept
{
    if (args.count > schedule.maxCount)
        return {Argument::Count, Rule::TooLarge};
    const VkDeviceSize element = schedule.elementBytes;
    BufferList list;
    const Access input = list.read(Argument::Input, args.input, args.count * element, element);
    const Access output = list.write(Argument::Output, args.output, args.count * element, element);
    const Access countBuffer = list.countBuffer(args.countBuffer);
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;

    plan->stepCount = 0;
    if (args.count == 0)
        return Status::Success;
    const auto [head, positions, stage] = placeArray(schedule, args.input.address, args.count);
    auto push = pushOf<abi::ScanPush>(args, head);
    push.inputAddress = args.input.address - head * element;
    push.outputAddress = args.output.address - head * element;
    appendStep(plan, schedule, stage, workgroupCount(schedule, schedule[stage], positions), push,
               {input, countBuffer, output});
    return Status::Success;
}

template <>
struct Record<DifferenceArgs> {
    static constexpr auto kPlan = planDifference;
    static OperationKernels kernels(const DifferenceDesc& desc) noexcept
    {
        return {"Difference", toString(desc.type), nullptr, abi::kOpAdd, kDifferenceFamilies};
    }
};
template class ArrayOperationOf<DifferenceDesc, DifferenceArgs>;

} // namespace vkscan
