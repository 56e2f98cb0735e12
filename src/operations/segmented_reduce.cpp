#include "operations/custom_kernels.h"
#include "operations/segmented_scan.h"
#include "schedule/array_operation.h"

#include <algorithm>

namespace vkscan {

namespace {

constexpr const KernelFamily* kSegmentedReduceFamilies[] = {&families::segment_sum};

// Results of offsets or rows.
uint64_t segmentCountOf(const SegmentSource& source) noexcept
{
    if (source.form != Segments::Rows)
        return source.segmentCount;
    return divideRoundingUp<uint64_t>(source.count, std::max(source.rowPitch, 1u)); // of rows that are refused, too
}

} // namespace

Status makeModel(const SegmentedReduceDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 SegmentedModel* model) noexcept
{
    if (desc.segments == Segments::Kernels)
        return {Argument::Segments, Rule::NotOffered};
    ScanDesc scan = scanDescOf(desc);
    scan.type = desc.type;
    scan.op = desc.op;
    scan.kernels = desc.kernels;
    ScheduleDesc schedule;
    const Status described = describeSchedule(scan, desc.segments, capabilities, &schedule);
    if (described != Status::Success)
        return described;
    if (desc.segments != Segments::Offsets && desc.segments != Segments::Rows)
        return {Argument::Segments, Rule::NotOffered};
    schedule.form = KernelForm::SegmentSums;
    *model = {{schedule, tuning, capabilities}, desc.segments};
    return Status::Success;
}

Status planSegmentedReduce(const SegmentedModel& model, const SegmentedReduceArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    const SegmentSource source = segmentSourceOf(model.segments, args);
    const VkDeviceSize element = elementBytes(model.desc);
    const uint64_t results = segmentCountOf(source);
    const auto [head, positions, stage] = placeArray(model, args.input.address, args.count);
    BufferList list;
    const Access segments = listSegments(source, results > 0, &list);
    const Access input = listInput(model.desc, Argument::Input, args.input, args.count, &list);
    const Access result = listOutput(model.desc, Argument::Result, args.result, results, &list);
    const Access countBuffer = list.countBuffer(args.countBuffer);
    const Access scratch = list.scratch(args.scratch, recordingScratchSize(model, stage, positions));
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;
    const Status parameters = checkParameters(args.parameters, model.desc);
    if (parameters != Status::Success)
        return parameters;

    plan->stepCount = 0;
    if (results == 0)
        return Status::Success;
    auto push = pushOf<abi::ScanPush>(args, head);
    push.inputAddress = input.range.address - head * element;
    push.outputAddress = args.result.address;
    const uint64_t groups = workgroupCount(model, stage, positions);
    if (stage == Stage::SegmentEnds) {
        push.spans = static_cast<uint32_t>(groups);
        appendStep(plan, model, Stage::SegmentSpans, groups, push, {input, countBuffer, result, scratch});
        appendStep(plan, model, stage, 1, push, {countBuffer, result, readOnly(scratch)});
    } else {
        appendStep(plan, model, stage, groups, push, {input, countBuffer, result, scratch});
    }
    tellSegments(source, segments, plan);
    if (isCustom(model.desc))
        tellKernels(args.parameters, plan);
    placeBarriers(plan);
    return Status::Success;
}

Status createTuned(const Context& context, const SegmentedReduceDesc& desc, const Tuning& tuning, uint32_t operatorCode,
                   SegmentedReduce* reduce) noexcept
{
    return createOperation<SegmentedModel>(context, desc, tuning,
                                           {"SegmentedReduce", toString(desc.type), toString(desc.op), operatorCode,
                                            kSegmentedReduceFamilies, desc.kernels},
                                           reduce);
}

Status SegmentedReduce::create(const Context& context, const SegmentedReduceDesc& desc,
                               SegmentedReduce* reduce) noexcept
{
    return createTuned(context, desc, tuningFor(context), static_cast<uint32_t>(desc.op), reduce);
}

Status SegmentedReduce::plan(const SegmentedReduceArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planSegmentedReduce);
}

Status SegmentedReduce::record(VkCommandBuffer commandBuffer, const SegmentedReduceArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planSegmentedReduce);
}

} // namespace vkscan
