#include "operations/reduce.h"

#include "operation.h"
#include "range_check.h"
#include "scan_pipeline.h"
#include "scan_steps.h"
#include "study/study.h"

#include <algorithm>

namespace vkscan {

namespace {

constexpr ArrayRules kRules = {"Reduce", maxReduceCount, reduceScratchSize, false};
constexpr const KernelFamily* kFamilies[] = {&families::span, &families::reduce, &families::index};

static_assert(kNoIndex == abi::kNoIndex);
static_assert(static_cast<uint32_t>(ReduceMethod::Unrolled) == abi::kMethodUnrolled);

// The stage that reduces spans, and alone where it may be and there are 64-bit atomics.
Stage spanStage(const ScanModel& model) noexcept
{
    const bool alone = model.capabilities.bufferInt64Atomics && model.method != ReduceMethod::Decomposed;
    return alone ? Stage::ReduceArray : Stage::ReduceSpans;
}

VkDeviceSize scratchBytes(const ScanModel& model, uint64_t positions) noexcept
{
    const Stage stage = spanStage(model);
    if (stage == Stage::ReduceArray && workgroupCount(model, stage, positions) == 1)
        return 0;
    return recordingScratchSize(model, stage, positions);
}

Status checkIndex(const ScanModel& model, BufferRange index) noexcept
{
    if (!model.withIndex)
        return isAbsent(index) ? Status::Success : Status::IndexNeedsWithIndex;
    return checkRange(index, sizeof(uint32_t), sizeof(uint32_t),
                      {Status::IndexNull, Status::IndexMisaligned, Status::IndexTooSmall});
}

Status checkRanges(const ScanModel& model, const ReduceArgs& args, VkDeviceSize bytes, VkDeviceSize scratch) noexcept
{
    const VkDeviceSize element = sizeOf(model.desc.type);
    Status status = Status::Success;
    if (bytes > 0)
        status =
            checkRange(args.input, element, bytes, {Status::InputNull, Status::InputMisaligned, Status::InputTooSmall});
    if (status == Status::Success)
        status = checkRange(args.result, element, element,
                            {Status::ResultNull, Status::ResultMisaligned, Status::ResultTooSmall});
    if (status == Status::Success)
        status = checkIndex(model, args.index);
    if (status == Status::Success)
        status = checkCountBuffer(args.countBuffer);
    return status == Status::Success ? checkScratch(args.scratch, scratch) : status;
}

} // namespace

bool usesReduceStage(const ScanModel& model, Stage stage) noexcept
{
    return stage == spanStage(model) || (stage == Stage::ReduceSlots && spanStage(model) == Stage::ReduceSpans);
}

uint64_t maxReduceCount(const ScanModel& model) noexcept
{
    // The indices of what is missing in the first vector wrap around to the last ones, which no element may have then.
    const uint64_t most = maxPositionsOf(model, spanStage(model));
    return (model.withIndex ? std::min<uint64_t>(most, kNoIndex) : most) - maxHead(model);
}

VkDeviceSize reduceScratchSize(const ScanModel& model, uint64_t maxCount) noexcept
{
    return scratchBytes(model, std::min(maxCount, maxReduceCount(model)) + maxHead(model));
}

Status planReduce(const ScanModel& model, const ReduceArgs& args, Plan* plan) noexcept
{
    if (args.count > maxReduceCount(model))
        return Status::CountTooLarge;
    const VkDeviceSize element = sizeOf(model.desc.type);
    const uint64_t head = args.count > 0 ? headOf(model, args.input.address) : 0;
    const BufferRange input = {args.input.address, args.count * element};
    const BufferRange result = {args.result.address, element};
    const BufferRange index = {args.index.address, model.withIndex ? sizeof(uint32_t) : 0};
    const BufferRange countBuffer = wordRange(args.countBuffer);
    const BufferRange scratch = {args.scratch.address, scratchBytes(model, head + args.count)};
    const Status status = checkRanges(model, args, input.size, scratch.size);
    if (status != Status::Success)
        return status;
    if (overlaps(result, input) || overlaps(result, countBuffer))
        return Status::ResultOverlaps;
    for (const BufferRange& other : {input, result, countBuffer})
        if (overlaps(index, other))
            return Status::IndexOverlaps;
    for (const BufferRange& other : {input, result, index, countBuffer})
        if (overlaps(scratch, other))
            return Status::ScratchOverlaps;
    if (args.initial.hasValue() && args.initial.type() != model.desc.type)
        return Status::InitialTypeMismatch;

    plan->stepCount = 0;
    abi::ScanPush push = {};
    push.inputAddress = args.count > 0 ? input.address - head * element : 0;
    push.outputAddress = index.address;
    push.scratchAddress = scratch.address;
    push.maxCount = args.count;
    push.countAddress = countBuffer.address;
    push.totalAddress = result.address;
    push.initialBits = args.initial.bits();
    push.hasInitial = args.initial.hasValue() ? 1 : 0;
    push.head = static_cast<uint32_t>(head);
    const Stage stage = spanStage(model);
    const uint64_t groups = workgroupCount(model, stage, head + args.count);
    AccessList reads;
    reads.read(input);
    reads.read(countBuffer);
    reads.write(scratch);
    if (stage == Stage::ReduceArray) {
        reads.write(result);
        reads.write(index);
        appendStep(plan, model, stage, groups, push, reads);
    } else {
        appendStep(plan, model, stage, groups, push, reads);
        push.spans = static_cast<uint32_t>(groups);
        AccessList sums;
        sums.read(scratch);
        sums.write(result);
        sums.write(index);
        appendStep(plan, model, Stage::ReduceSlots, 1, push, sums);
    }
    placeBarriers(plan);
    return Status::Success;
}

const char* toString(ReduceMethod method) noexcept
{
    switch (method) {
    case ReduceMethod::Auto: return "auto";
    case ReduceMethod::Interleaved: return "interleaved";
    case ReduceMethod::Sequential: return "sequential";
    case ReduceMethod::Unrolled: return "unrolled";
    case ReduceMethod::Decomposed: return "decomposed";
    }
    return "not a vkscan::ReduceMethod";
}

Status createTuned(const Context& context, const ReduceDesc& desc, const Tuning& tuning, uint32_t operatorCode,
                   Reduce* reduce) noexcept
{
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        ScanDesc scanDesc;
        scanDesc.type = desc.type;
        scanDesc.op = desc.op;
        const Status checked = checkScanDesc(scanDesc, capabilities);
        if (checked != Status::Success)
            return checked;
        if (desc.withIndex && desc.op != Op::Min && desc.op != Op::Max)
            return Status::IndexNeedsMinOrMax;
        if (desc.method < ReduceMethod::Auto || desc.method > ReduceMethod::Decomposed)
            return Status::MethodInvalid;
        if (isForStudy(desc) && context.impl()->study == nullptr)
            return Status::StudyMissing;
        *model = {scanDesc, tuning, capabilities};
        model->withIndex = desc.withIndex;
        model->method = desc.method;
        return desc.withIndex && reducesByTree(*model) ? Status::MethodTellsNoIndex : Status::Success;
    };
    const auto compile = [&](const Context::Impl& owner, const ScanModel& model, Pipelines* pipelines) {
        return createScanPipelines(owner, model, operatorCode, kFamilies, usesReduceStage, pipelines);
    };
    return createOperation(context, kRules, prepare, compile, reduce);
}

Status Reduce::create(const Context& context, const ReduceDesc& desc, Reduce* reduce) noexcept
{
    return createTuned(context, desc, tuningFor(context), static_cast<uint32_t>(desc.op), reduce);
}

Status Reduce::plan(const ReduceArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planReduce);
}

Status Reduce::record(VkCommandBuffer commandBuffer, const ReduceArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planReduce);
}

} // namespace vkscan
