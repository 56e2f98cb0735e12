#include "segmented_plan.h"

#include "range_check.h"
#include "scan_plan.h"

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

VkDeviceSize segmentsBytes(Segments segments, uint64_t count) noexcept
{
    switch (segments) {
    case Segments::HeadBits: return (count + 31) / 32 * sizeof(uint32_t);
    case Segments::HeadFlags:
    case Segments::Keys32: return count * sizeof(uint32_t);
    case Segments::Keys64: return count * sizeof(uint64_t);
    case Segments::Rows: break;
    }
    return 0;
}

Status checkSegments(const ScanModel& model, const SegmentedScanArgs& args, BufferRange* segments) noexcept
{
    if (*model.segments == Segments::Rows)
        return args.rowLength == 0 ? Status::RowLengthZero : Status::Success;
    *segments = {args.segments.address, segmentsBytes(*model.segments, args.count)};
    if (segments->size == 0)
        return Status::Success;
    const VkDeviceSize alignment = *model.segments == Segments::Keys64 ? sizeof(uint64_t) : sizeof(uint32_t);
    return checkRange(args.segments, alignment, segments->size,
                      {Status::SegmentsNull, Status::SegmentsMisaligned, Status::SegmentsTooSmall});
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
    switch (desc.strategy) {
    case Strategy::DecoupledLookback:
    case Strategy::ScanThenPropagate:
    case Strategy::Chained:
    case Strategy::Sam: return Status::StrategyNotOffered;
    default: break;
    }
    if (desc.segments < Segments::HeadBits || desc.segments > Segments::Rows)
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
    BufferRange segments;
    const Status checked = checkSegments(model, args, &segments);
    if (checked != Status::Success)
        return checked;
    if (overlapsWrites(model, args, segments))
        return Status::SegmentsOverlaps;
    const Status planned = planScan(model, scanArgsOf(args), plan);
    if (planned != Status::Success)
        return planned;
    // No dispatch writes what the segments are told by, so it asks for no barrier more.
    for (uint32_t i = 0; i < plan->stepCount; ++i) {
        Step& step = plan->steps[i];
        step.accesses.read(segments);
        step.push.scan.segmentsAddress = segments.address;
        step.push.scan.rowLength = args.rowLength;
    }
    return Status::Success;
}

} // namespace vkscan
