#include "operations/segmented_scan.h"

#include "operations/scan.h"
#include "operations/segment_source.h"
#include "schedule/array_operation.h"
#include "schedule/scan_pipelines.h"
#include "study/study.h"

namespace vkscan {

namespace {

constexpr ArrayRules kRules = {"SegmentedScan", maxScanCount, scanScratchSize, true};
constexpr const KernelFamily* kFamilies[] = {&families::segment};

ScanDesc scanDescOf(const SegmentedScanDesc& desc) noexcept
{
    ScanDesc scan;
    scan.type = desc.type;
    scan.op = desc.op;
    scan.kind = desc.kind;
    scan.direction = desc.direction;
    scan.strategy = desc.strategy;
    scan.assumeForwardProgress = desc.assumeForwardProgress;
    return scan;
}

ScanArgs scanArgsOf(const SegmentedScanArgs& args) noexcept
{
    ScanArgs scan;
    scan.input = args.input;
    scan.output = args.output;
    scan.scratch = args.scratch;
    scan.count = args.count;
    scan.countBuffer = args.countBuffer;
    return scan;
}

} // namespace

Status checkSegmentedScanDesc(const SegmentedScanDesc& desc, const Capabilities& capabilities) noexcept
{
    if (isForStudy(desc.strategy))
        return {Argument::Strategy, Rule::NotOffered};
    if (desc.segments < Segments::HeadBits || desc.segments > Segments::Offsets)
        return {Argument::Segments, Rule::Invalid};
    return checkScanDesc(scanDescOf(desc), capabilities);
}

ScanModel segmentedModel(const SegmentedScanDesc& desc, const Tuning& tuning, const Capabilities& capabilities) noexcept
{
    return {scanDescOf(desc), tuning, capabilities, desc.segments};
}

Status planSegmentedScan(const Schedule& schedule, const SegmentedScanArgs& args, Plan* plan) noexcept
{
    if (args.count > maxScanCount(schedule))
        return {Argument::Count, Rule::TooLarge};
    const SegmentSource source = segmentSourceOf(*schedule.segments, args);
    const ScanArgs scan = scanArgsOf(args);
    BufferList list;
    const Access segments = listSegments(source, Argument::Segments, args.count > 0, &list);
    const ScanCall call = listScan(schedule, scan, Argument::Input, Argument::Output, &list);
    list.claim(Argument::Segments, Argument::Output, Argument::Scratch);
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;
    fillScan(schedule, scan, call, plan);
    tellSegments(source, segments, plan);
    return Status::Success;
}

Status createTuned(const Context& context, const SegmentedScanDesc& desc, const Tuning& tuning, uint32_t operatorCode,
                   SegmentedScan* scan) noexcept
{
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        const Status checked = checkSegmentedScanDesc(desc, capabilities);
        if (checked == Status::Success)
            *model = segmentedModel(desc, tuning, capabilities);
        return checked;
    };
    const auto compile = [&](const Context::Impl& owner, const Schedule& schedule, Pipelines* pipelines) {
        return createScanPipelines(owner, schedule, operatorCode, kFamilies, usesStage, pipelines);
    };
    return createOperation(context, kRules, desc.maxCount, prepare, compile, scan);
}

Status SegmentedScan::create(const Context& context, const SegmentedScanDesc& desc, SegmentedScan* scan) noexcept
{
    return createTuned(context, desc, tuningFor(context), static_cast<uint32_t>(desc.op), scan);
}

Status SegmentedScan::plan(const SegmentedScanArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planSegmentedScan);
}

Status SegmentedScan::record(VkCommandBuffer commandBuffer, const SegmentedScanArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planSegmentedScan);
}

} // namespace vkscan
