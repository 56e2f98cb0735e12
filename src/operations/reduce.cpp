#include "operations/reduce.h"

#include "plan/buffers.h"
#include "schedule/array_operation.h"
#include "schedule/scan_pipelines.h"
#include "schedule/scan_steps.h"
#include "study/study.h"

#include <algorithm>

namespace vkscan {

namespace {

constexpr ArrayRules kRules = {"Reduce", maxReduceCount, reduceScratchSize, false};
constexpr const KernelFamily* kFamilies[] = {&families::span, &families::reduce, &families::index};

static_assert(kNoIndex == abi::kNoIndex);
static_assert(static_cast<uint32_t>(ReduceMethod::Unrolled) == abi::kMethodUnrolled);

// The stage that reduces spans, and alone where it may be and there are 64-bit atomics.
Stage spanStage(const Schedule& schedule) noexcept
{
    const bool alone = schedule.capabilities.bufferInt64Atomics && schedule.method != ReduceMethod::Decomposed;
    return alone ? Stage::ReduceArray : Stage::ReduceSpans;
}

VkDeviceSize scratchBytes(const Schedule& schedule, uint64_t positions) noexcept
{
    const Stage stage = spanStage(schedule);
    if (stage == Stage::ReduceArray && workgroupCount(schedule, stage, positions) == 1)
        return 0;
    return recordingScratchSize(schedule, stage, positions);
}

} // namespace

bool usesReduceStage(const Schedule& schedule, Stage stage) noexcept
{
    return stage == spanStage(schedule) || (stage == Stage::ReduceSlots && spanStage(schedule) == Stage::ReduceSpans);
}

uint64_t maxReduceCount(const Schedule& schedule) noexcept
{
    // The indices of what is missing in the first vector wrap around to the last ones, which no element may have then.
    const uint64_t most = schedule[spanStage(schedule)].maxPositions;
    return (schedule.withIndex ? std::min<uint64_t>(most, kNoIndex) : most) - maxHead(schedule);
}

VkDeviceSize reduceScratchSize(const Schedule& schedule, uint64_t maxCount) noexcept
{
    return scratchBytes(schedule, std::min(maxCount, maxReduceCount(schedule)) + maxHead(schedule));
}

Status planReduce(const Schedule& schedule, const ReduceArgs& args, Plan* plan) noexcept
{
    if (args.count > maxReduceCount(schedule))
        return {Argument::Count, Rule::TooLarge};
    const VkDeviceSize element = sizeOf(schedule.desc.type);
    const uint64_t head = args.count > 0 ? headOf(schedule, args.input.address) : 0;
    BufferList list;
    const Access input = list.read(Argument::Input, args.input, args.count * element, element);
    const Access result = list.write(Argument::Result, args.result, element, element);
    const Access index =
        list.write(Argument::Index, args.index, schedule.withIndex ? sizeof(uint32_t) : 0, sizeof(uint32_t));
    list.require(schedule.withIndex || isAbsent(args.index), {Argument::Index, Rule::Incompatible});
    const Access countBuffer = list.countBuffer(args.countBuffer);
    const Access scratch = list.scratch(args.scratch, scratchBytes(schedule, head + args.count));
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;
    if (args.initial.hasValue() && args.initial.type() != schedule.desc.type)
        return {Argument::Initial, Rule::WrongType};

    plan->stepCount = 0;
    abi::ScanPush push = {};
    push.inputAddress = input.range.address - head * element;
    push.outputAddress = args.index.address;
    push.scratchAddress = args.scratch.address;
    push.maxCount = args.count;
    push.countAddress = args.countBuffer.address;
    push.totalAddress = args.result.address;
    push.initialBits = args.initial.bits();
    push.hasInitial = args.initial.hasValue() ? 1 : 0;
    push.head = static_cast<uint32_t>(head);
    const Stage stage = spanStage(schedule);
    const uint64_t groups = workgroupCount(schedule, stage, head + args.count);
    if (stage == Stage::ReduceArray) {
        appendStep(plan, schedule, stage, groups, push, {input, countBuffer, scratch, result, index});
    } else {
        appendStep(plan, schedule, stage, groups, push, {input, countBuffer, scratch});
        push.spans = static_cast<uint32_t>(groups);
        appendStep(plan, schedule, Stage::ReduceSlots, 1, push, {readOnly(scratch), result, index});
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
            return Status(Argument::WithIndex, Rule::Incompatible);
        if (desc.method < ReduceMethod::Auto || desc.method > ReduceMethod::Decomposed)
            return Status(Argument::Method, Rule::Invalid);
        if (isForStudy(desc) && context.impl()->study == nullptr)
            return Status(Argument::Study, Rule::Missing);
        *model = {scanDesc, tuning, capabilities};
        model->withIndex = desc.withIndex;
        model->method = desc.method;
        return desc.withIndex && reducesByTree(*model) ? Status(Argument::Method, Rule::Incompatible) : Status::Success;
    };
    const auto compile = [&](const Context::Impl& owner, const Schedule& schedule, Pipelines* pipelines) {
        return createScanPipelines(owner, schedule, operatorCode, kFamilies, usesReduceStage, pipelines);
    };
    return createOperation(context, kRules, desc.maxCount, prepare, compile, reduce);
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
