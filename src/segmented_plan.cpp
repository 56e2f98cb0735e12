#include "segmented_plan.h"

#include "scan_plan.h"
#include "segment_source.h"

namespace vkscan {

namespace {

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

bool overlapsWrites(const ScanModel& model, const SegmentedScanArgs& args, BufferRange segments) noexcept
{
    const uint64_t positions = headOf(model, args.output.address) + args.count;
    const VkDeviceSize scratch = recordingScratchSize(model, chooseStage(model, positions), positions);
    return overlaps(segments, {args.output.address, args.count * sizeOf(model.desc.type)}) ||
           overlaps(segments, {args.scratch.address, scratch});
}

} // namespace

Status checkSegmentedScanDesc(const SegmentedScanDesc& desc, const Capabilities& capabilities) noexcept
{
    if (!isOfferedBeyondScan(desc.strategy))
        return Status::StrategyNotOffered;
    if (desc.segments < Segments::HeadBits || desc.segments > Segments::Offsets)
        return Status::SegmentsInvalid;
    return checkScanDesc(scanDescOf(desc), capabilities);
}

ScanModel segmentedModel(const SegmentedScanDesc& desc, const Tuning& tuning, const Capabilities& capabilities) noexcept
{
    return {scanDescOf(desc), tuning, capabilities, desc.segments};
}

Status planSegmentedScan(const ScanModel& model, const SegmentedScanArgs& args, Plan* plan) noexcept
{
    if (args.count > maxScanCount(model))
        return Status::CountTooLarge;
    const SegmentSource source = segmentSourceOf(*model.segments, args);
    const BufferRange segments = args.count > 0 ? segmentsRange(source) : BufferRange{};
    const Status checked = checkSegmentSource(source, segments);
    if (checked != Status::Success)
        return checked;
    if (overlapsWrites(model, args, segments))
        return Status::SegmentsOverlaps;
    const Status planned = planScan(model, scanArgsOf(args), plan);
    if (planned == Status::Success)
        tellSegments(source, segments, plan);
    return planned;
}

} // namespace vkscan
