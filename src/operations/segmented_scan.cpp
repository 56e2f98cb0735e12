#include "operations/segmented_scan.h"

#include "operations/custom_kernels.h"
#include "operations/elements.h"
#include "operations/segments.h"
#include "schedule/record.h"

#include <vkscan/segments.h>
#include <vkscan/types.h>

namespace vkscan {

namespace families {
extern const KernelFamily segment, fixed_segment;
}

namespace {

constexpr const KernelFamily* kSegmentedScanFamilies[] = {&families::segment, &families::fixed_segment};

ListedSegments listSegmentedScan(const SegmentedModel& model, const SegmentedScanArgs& args, BufferList* list) noexcept
{
    ListedSegments listed = {placeArray(model, args.output.address, args.count, model.desc.output), {}, {}};
    PassBuffers& buffers = listed.buffers;
    listed.segments = listSegments(segmentSourceOf(model.segments, args), args.segments, args.count > 0, list);
    buffers.reading.append(listed.segments);
    buffers.input = listInput(model, Argument::Input, args.input, args.count, list);
    buffers.output = listOutput(model, Argument::Output, args.output, args.count, list, inPlaceOf(args.input, model));
    buffers.countBuffer = list->countBuffer(args.countBuffer);
    list->groups(args.groups);
    buffers.scratch = list->scratch(args.scratch, recordingScratchSize(model, listed.at.stage, listed.at.positions));
    return listed;
}

} // namespace

Status describeSegmented(const SegmentedElements& desc, const Capabilities& capabilities, const char* fixedForm,
                         ScheduleDesc* schedule) noexcept
{
    if (findRow(kSegmentForms, desc.segments) == nullptr)
        return {Argument::Segments, Rule::Invalid};
    for (const Status checked :
         {checkType(desc.type, capabilities), checkOp(desc.op, desc.type), takeWaiting(desc, schedule),
          checkStored(desc.input, desc.type, Argument::Input), checkStored(desc.output, desc.type, Argument::Output)})
        if (checked != Status::Success)
            return checked;
    if (desc.kernels.count > 0 && (desc.type != ElementType::U32 || desc.op != Op::Add))
        return {Argument::Kernels, Rule::Incompatible};
    const Status notStored = checkNotStored(desc.input, desc.output);
    if (desc.kernels.count > 0 && notStored != Status::Success)
        return notStored;
    const bool hasFixedOrder = desc.reproducible && isFloat(desc.type);
    if (desc.reproducible && (desc.kernels.count > 0 || (hasFixedOrder && notStored != Status::Success)))
        return {Argument::Reproducible, Rule::Incompatible};
    schedule->type = desc.type;
    if (hasFixedOrder)
        fixOrder(schedule);
    schedule->form = hasFixedOrder ? fixedForm : "_segments";
    schedule->stateWords = static_cast<uint32_t>(sizeOf(desc.type) / sizeof(uint32_t)) + 1;
    takeStored(desc.input, desc.output, schedule);
    schedule->constants.set(abi::kIdSegments, static_cast<uint32_t>(desc.segments));
    const Status taken = takeKernels(desc.kernels, KernelUse::Segments, schedule);
    if (taken == Status::Success && schedule->custom.hasHeads != (desc.segments == Segments::Kernels))
        return {Argument::Segments, Rule::Incompatible};
    return taken;
}

Status makeModel(const SegmentedScanDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 SegmentedModel* model) noexcept
{
    ScheduleDesc schedule;
    const Status described =
        describeSegmented(segmentedElementsOf(desc), capabilities, "_fixed_order_segments", &schedule);
    if (described != Status::Success)
        return described;
    if (findRow(kKinds, desc.kind) == nullptr)
        return {Argument::Kind, Rule::Invalid};
    if (findRow(kDirections, desc.direction) == nullptr)
        return {Argument::Direction, Rule::Invalid};
    schedule.direction = desc.direction;
    schedule.constants.set(abi::kIdExclusive, desc.kind == Kind::Exclusive ? VK_TRUE : VK_FALSE);
    *model = {{schedule, tuning, capabilities}, desc.segments};
    const bool hasWords = desc.segments != Segments::HeadBits && desc.segments < Segments::Rows;
    Tuning adapted = tuning;
    if (!schedule.hasFixedOrder)
        adapted.spine = spineOf(schedule.custom, tuning,
                                hasWords && sizeOf(desc.type) == 4 ? tuning.keySpine : tuning.segmentSpine);
    const TileForm elements;
    const FixedOrderForm fixedOrder;
    StageList stages(model, schedule.hasFixedOrder ? static_cast<const TileForm&>(fixedOrder) : elements);
    addStages(adapted, &stages);
    return Status::Success;
}

Status planSegmentedScan(const SegmentedModel& model, const SegmentedScanArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    const ScheduleDesc& desc = model.desc;
    BufferList list;
    const auto [at, segments, buffers] = listSegmentedScan(model, args, &list);
    const auto [head, positions, stage] = at;
    Status checked = list.check();
    if (checked == Status::Success)
        checked = checkParameters(args.parameters, desc);
    if (checked != Status::Success)
        return checked;

    plan->stepCount = 0;
    if (args.count == 0)
        return Status::Success;
    auto push = pushOf<abi::ScanPush>(args, head);
    push.inputAddress = buffers.input.range.address - head * storedBytes(model, desc.input);
    push.outputAddress = buffers.output.range.address - head * storedBytes(model, desc.output);
    pushSegments(segmentSourceOf(model.segments, args), segments, &push);
    appendPass(plan, model, stage,
               {positions, head, isCustom(desc) ? customPush(push, args.parameters) : push, buffers});
    placeBarriers(plan);
    return Status::Success;
}

template <>
struct Record<SegmentedScanArgs> {
    static constexpr auto kList = listSegmentedScan;
    static constexpr auto kPlan = planSegmentedScan;
    static OperationKernels kernels(const SegmentedScanDesc& desc) noexcept
    {
        return {"SegmentedScan",        toString(desc.type), toString(desc.op), static_cast<uint32_t>(desc.op),
                kSegmentedScanFamilies, desc.kernels};
    }
};
template class ArrayOperationOf<SegmentedScanDesc, SegmentedScanArgs>;

} // namespace vkscan
