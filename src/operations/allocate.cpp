#include "operations/allocate.h"

#include "operation.h"
#include "operations/scan.h"
#include "range_check.h"
#include "scan_pipeline.h"
#include "study/study.h"

#include <algorithm>
#include <cstring>

namespace vkscan {

namespace {

constexpr ArrayRules kRules = {"Allocate", maxScanCount, scanScratchSize, true};
constexpr const KernelFamily* kFamilies[] = {&families::request};

static_assert(kNoAllocation == abi::kNoAllocation);

// The ranges that planScan does not know by their names, or at all; those not touched are empty.
struct Ranges {
    BufferRange counts;
    BufferRange offsets;
    BufferRange countBuffer;
    BufferRange total;
    BufferRange indirect;
    BufferRange scratch;
};

Ranges rangesOf(const ScanModel& model, const AllocateArgs& args) noexcept
{
    const VkDeviceSize bytes = args.count * sizeof(uint32_t);
    const uint64_t positions = args.count + (args.count > 0 ? headOf(model, args.offsets.address) : 0);
    return {.counts = {args.counts.address, bytes},
            .offsets = {args.offsets.address, bytes},
            .countBuffer = wordRange(args.countBuffer),
            .total = wordRange(args.total),
            .indirect = wordRange(args.indirect.field),
            .scratch = {args.scratch.address, recordingScratchSize(model, chooseStage(model, positions), positions)}};
}

Status checkArguments(const AllocateArgs& args, const Ranges& ranges) noexcept
{
    Status status = Status::Success;
    const auto check = [&](BufferRange given, VkDeviceSize size, const RangeStatuses& statuses) {
        if (status == Status::Success)
            status = checkRange(given, sizeof(uint32_t), size, statuses);
    };
    if (args.count > 0) {
        check(args.counts, ranges.counts.size, {Status::CountsNull, Status::CountsMisaligned, Status::CountsTooSmall});
        check(args.offsets, ranges.offsets.size,
              {Status::OffsetsNull, Status::OffsetsMisaligned, Status::OffsetsTooSmall});
    }
    if (status == Status::Success)
        status = checkCountBuffer(args.countBuffer);
    if (!isAbsent(args.total))
        check(args.total, sizeof(uint32_t), {Status::TotalNull, Status::TotalMisaligned, Status::TotalTooSmall});
    if (status == Status::Success)
        status = checkIndirect(args.indirect);
    return status == Status::Success ? checkScratch(args.scratch, ranges.scratch.size) : status;
}

Status checkOverlaps(const Ranges& ranges) noexcept
{
    const bool inPlace = ranges.counts.address == ranges.offsets.address;
    if ((!inPlace && overlaps(ranges.offsets, ranges.counts)) || overlaps(ranges.offsets, ranges.countBuffer))
        return Status::OffsetsOverlap;
    for (const BufferRange& other : {ranges.counts, ranges.offsets, ranges.countBuffer, ranges.total, ranges.scratch})
        if (overlaps(ranges.indirect, other))
            return Status::IndirectOverlaps;
    return Status::Success;
}

// Puts what an allocation has beside a scan into every step.
void tellAllocation(const AllocateArgs& args, BufferRange indirect, Plan* plan) noexcept
{
    for (uint32_t i = 0; i < plan->stepCount; ++i) {
        Step& step = plan->steps[i];
        abi::AllocatePush push = {};
        std::memcpy(&push, &step.push.scan, offsetof(abi::AllocatePush, indirectAddress));
        push.indirectAddress = indirect.address;
        push.divisor = args.indirect.divisor;
        push.roundUp = args.indirect.rounding == Rounding::Up ? 1 : 0;
        push.capacity = std::min(args.capacity, kMaxCapacity);
        step.push = push;
        if (step.stage != Stage::ReduceSpans)
            step.accesses.write(indirect);
    }
}

} // namespace

Status checkAllocateDesc(const AllocateDesc& desc, const Capabilities& capabilities) noexcept
{
    if (isForStudy(desc.strategy))
        return Status::StrategyNotOffered;
    return checkScanDesc(allocateModel(desc, {}, capabilities).desc, capabilities);
}

ScanModel allocateModel(const AllocateDesc& desc, const Tuning& tuning, const Capabilities& capabilities) noexcept
{
    ScanModel model = {{}, tuning, capabilities};
    model.desc.strategy = desc.strategy;
    model.desc.assumeForwardProgress = desc.assumeForwardProgress;
    model.allocates = true;
    return model;
}

Status planAllocate(const ScanModel& model, const AllocateArgs& args, Plan* plan) noexcept
{
    if (args.count > maxScanCount(model))
        return Status::CountTooLarge;
    const Ranges ranges = rangesOf(model, args);
    Status status = checkArguments(args, ranges);
    if (status == Status::Success)
        status = checkOverlaps(ranges);
    if (status != Status::Success)
        return status;
    ScanArgs scan;
    scan.input = args.counts;
    scan.output = args.offsets;
    scan.scratch = args.scratch;
    scan.count = args.count;
    scan.countBuffer = args.countBuffer;
    scan.total = args.total;
    status = planScan(model, scan, plan);
    if (status == Status::Success)
        tellAllocation(args, ranges.indirect, plan);
    return status;
}

Status createTuned(const Context& context, const AllocateDesc& desc, const Tuning& tuning, Allocate* allocate) noexcept
{
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        const Status checked = checkAllocateDesc(desc, capabilities);
        if (checked == Status::Success)
            *model = allocateModel(desc, tuning, capabilities);
        return checked;
    };
    const auto compile = [&](const Context::Impl& owner, const ScanModel& model, Pipelines* pipelines) {
        return createScanPipelines(owner, model, abi::kOpAddSaturated, kFamilies, usesStage, pipelines);
    };
    return createOperation(context, kRules, prepare, compile, allocate);
}

Status Allocate::create(const Context& context, const AllocateDesc& desc, Allocate* allocate) noexcept
{
    return createTuned(context, desc, tuningFor(context), allocate);
}

Status Allocate::plan(const AllocateArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planAllocate);
}

Status Allocate::record(VkCommandBuffer commandBuffer, const AllocateArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planAllocate);
}

} // namespace vkscan
