#include "operations/segmented_reduce.h"

#include "operations/segment_source.h"
#include "operations/segmented_scan.h"
#include "schedule/array_operation.h"
#include "schedule/scan_pipelines.h"
#include "schedule/scan_steps.h"

namespace vkscan {

namespace {

constexpr ArrayRules kRules = {"SegmentedReduce", maxScanCount, scanScratchSize, true};
constexpr const KernelFamily* kFamilies[] = {&families::segment};

SegmentedScanDesc scanDescOf(const SegmentedReduceDesc& desc) noexcept
{
    SegmentedScanDesc scan;
    scan.type = desc.type;
    scan.op = desc.op;
    scan.segments = desc.segments;
    scan.strategy = desc.strategy;
    scan.assumeForwardProgress = desc.assumeForwardProgress;
    return scan;
}

} // namespace

Status checkSegmentedReduceDesc(const SegmentedReduceDesc& desc, const Capabilities& capabilities) noexcept
{
    const Status checked = checkSegmentedScanDesc(scanDescOf(desc), capabilities);
    if (checked == Status::Success && desc.segments != Segments::Offsets && desc.segments != Segments::Rows)
        return {Argument::Segments, Rule::NotOffered};
    return checked;
}

ScanModel segmentedReduceModel(const SegmentedReduceDesc& desc, const Tuning& tuning,
                               const Capabilities& capabilities) noexcept
{
    ScanModel model = segmentedModel(scanDescOf(desc), tuning, capabilities);
    model.reduces = true;
    return model;
}

Status planSegmentedReduce(const Schedule& schedule, const SegmentedReduceArgs& args, Plan* plan) noexcept
{
    if (args.count > maxScanCount(schedule))
        return {Argument::Count, Rule::TooLarge};
    const SegmentSource source = segmentSourceOf(*schedule.segments, args);
    const VkDeviceSize element = sizeOf(schedule.desc.type);
    const uint64_t results = segmentCountOf(source);
    const uint64_t head = args.count > 0 ? headOf(schedule, args.input.address) : 0;
    const uint64_t positions = head + args.count;
    const Stage stage = chooseStage(schedule, positions);
    BufferList list;
    const Access segments = listSegments(source, Argument::Segments, results > 0, &list);
    ScanBuffers buffers;
    buffers.input = list.read(Argument::Input, args.input, args.count * element, element);
    buffers.output = list.write(Argument::Result, args.result, results * element, element);
    buffers.countBuffer = list.countBuffer(args.countBuffer);
    buffers.scratch = list.scratch(args.scratch, recordingScratchSize(schedule, stage, positions));
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;

    plan->stepCount = 0;
    if (results == 0)
        return Status::Success;
    abi::ScanPush push = {};
    push.outputAddress = args.result.address;
    push.scratchAddress = args.scratch.address;
    push.maxCount = args.count;
    push.countAddress = args.countBuffer.address;
    push.head = static_cast<uint32_t>(head);
    appendPass(plan, schedule, stage, positions, push, buffers);
    tellSegments(source, segments, plan);
    placeBarriers(plan);
    return Status::Success;
}

Status createTuned(const Context& context, const SegmentedReduceDesc& desc, const Tuning& tuning, uint32_t operatorCode,
                   SegmentedReduce* reduce) noexcept
{
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        const Status checked = checkSegmentedReduceDesc(desc, capabilities);
        if (checked == Status::Success)
            *model = segmentedReduceModel(desc, tuning, capabilities);
        return checked;
    };
    const auto compile = [&](const Context::Impl& owner, const Schedule& schedule, Pipelines* pipelines) {
        return createScanPipelines(owner, schedule, operatorCode, kFamilies, usesStage, pipelines);
    };
    return createOperation(context, kRules, desc.maxCount, prepare, compile, reduce);
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
