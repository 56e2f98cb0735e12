#include "operations/scan.h"

#include "operation.h"
#include "range_check.h"
#include "scan_pipeline.h"
#include "scan_steps.h"
#include "study/study.h"

#include <initializer_list>

namespace vkscan {

namespace {

constexpr ArrayRules kRules = {"Scan", maxScanCount, scanScratchSize, true};
constexpr const KernelFamily* kFamilies[] = {&families::scan, &families::span, &families::block};

Status checkRanges(const ScanModel& model, const ScanArgs& args, VkDeviceSize scratchBytes, ScanRanges* ranges) noexcept
{
    const VkDeviceSize element = sizeOf(model.desc.type);
    const VkDeviceSize bytes = args.count * element;
    if (args.count > 0) {
        ranges->input = {args.input.address, bytes};
        ranges->output = {args.output.address, bytes};
    }
    Status status = checkArrays(args.input, args.output, bytes, element);
    ranges->countBuffer = wordRange(args.countBuffer);
    if (status == Status::Success)
        status = checkCountBuffer(args.countBuffer);
    if (!isAbsent(args.total))
        ranges->total = {args.total.address, model.desc.tupleSize * element};
    if (status == Status::Success)
        status = checkOptional(args.total, element, ranges->total.size,
                               {Status::TotalNull, Status::TotalMisaligned, Status::TotalTooSmall});
    ranges->scratch = {args.scratch.address, scratchBytes};
    return status == Status::Success ? checkScratch(args.scratch, scratchBytes) : status;
}

Status checkOverlaps(const ScanRanges& ranges, BufferRange segments) noexcept
{
    if (overlaps(segments, ranges.output) || overlaps(segments, ranges.scratch))
        return Status::SegmentsOverlaps;
    if (ranges.input.address != ranges.output.address && overlaps(ranges.input, ranges.output))
        return Status::OutputOverlapsInput;
    if (overlaps(ranges.countBuffer, ranges.output) || overlaps(ranges.countBuffer, ranges.total))
        return Status::CountBufferOverlaps;
    if (overlaps(ranges.total, ranges.input) || overlaps(ranges.total, ranges.output))
        return Status::TotalOverlaps;
    for (const BufferRange& other : {ranges.input, ranges.output, ranges.countBuffer, ranges.total})
        if (overlaps(ranges.scratch, other))
            return Status::ScratchOverlaps;
    return Status::Success;
}

} // namespace

Status planScan(const ScanModel& model, const ScanArgs& args, Plan* plan) noexcept
{
    return planScan(model, args, {}, plan);
}

Status planScan(const ScanModel& model, const ScanArgs& args, BufferRange segments, Plan* plan) noexcept
{
    if (args.count > maxScanCount(model))
        return Status::CountTooLarge;
    const uint64_t head = args.count > 0 ? headOf(model, args.output.address) : 0;
    const uint64_t positions = head + args.count;
    const Stage stage = chooseStage(model, positions);
    ScanRanges ranges;
    Status status = checkRanges(model, args, recordingScratchSize(model, stage, positions), &ranges);
    if (status == Status::Success)
        status = checkOverlaps(ranges, segments);
    if (status != Status::Success)
        return status;
    if (args.initial.hasValue() && args.initial.type() != model.desc.type)
        return Status::InitialTypeMismatch;
    if (args.initial.hasValue() && model.desc.order > 1)
        return Status::InitialNeedsOrderOne;
    const uint32_t passes = model.desc.order / passOrder(model);
    const bool inPlace = args.count > 0 && (args.input.address == args.output.address || passes > 1);
    if (stage == Stage::LookBack && inPlace && !model.capabilities.forwardProgress && !model.desc.assumeForwardProgress)
        return Status::InPlaceNeedsForwardProgress;

    plan->stepCount = 0;
    if (args.count == 0 && args.total.address == 0 && !model.allocates)
        return Status::Success;

    abi::ScanPush push = {};
    push.outputAddress = ranges.output.address - head * sizeOf(model.desc.type);
    push.scratchAddress = ranges.scratch.address;
    push.maxCount = args.count;
    push.countAddress = ranges.countBuffer.address;
    push.initialBits = args.initial.bits();
    push.hasInitial = args.initial.hasValue() ? 1 : 0;
    push.head = static_cast<uint32_t>(head);
    ScanRanges pass = ranges;
    for (uint32_t left = passes; left > 0; --left) {
        pass.total = left == 1 ? ranges.total : BufferRange{};
        appendPass(plan, model, stage, positions, push, pass);
        pass.input = ranges.output;
    }
    placeBarriers(plan);
    return Status::Success;
}

Status createTuned(const Context& context, const ScanDesc& desc, const Tuning& tuning, uint32_t operatorCode,
                   Scan* scan) noexcept
{
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        const Status checked = checkScanDesc(desc, capabilities);
        if (checked == Status::Success && isForStudy(desc) && context.impl()->study == nullptr)
            return Status::StudyMissing;
        if (checked == Status::Success)
            *model = {desc, tuning, capabilities};
        return checked;
    };
    const auto compile = [&](const Context::Impl& owner, const ScanModel& model, Pipelines* pipelines) {
        return createScanPipelines(owner, model, operatorCode, kFamilies, usesStage, pipelines);
    };
    return createOperation(context, kRules, prepare, compile, scan);
}

Status Scan::create(const Context& context, const ScanDesc& desc, Scan* scan) noexcept
{
    return createTuned(context, desc, tuningFor(context), static_cast<uint32_t>(desc.op), scan);
}

Status Scan::plan(const ScanArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planScan);
}

Status Scan::record(VkCommandBuffer commandBuffer, const ScanArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planScan);
}

} // namespace vkscan
