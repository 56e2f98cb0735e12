#include "operations/reduce.h"

#include "operations/custom_kernels.h"
#include "operations/scan.h"
#include "plan/buffers.h"
#include "schedule/array_operation.h"
#include "study/study.h"

#include <algorithm>

namespace vkscan {

namespace {

constexpr const KernelFamily* kReduceFamilies[] = {&families::span, &families::reduce, &families::index};

static_assert(kNoIndex == abi::kNoIndex);
static_assert(static_cast<uint32_t>(ReduceMethod::Unrolled) == abi::kMethodUnrolled);

VkDeviceSize scratchBytes(const ReduceModel& model, uint64_t positions) noexcept
{
    const Stage stage = model.desc.stage;
    if (stage == Stage::ReduceArray && workgroupCount(model, stage, positions) == 1)
        return 0;
    return recordingScratchSize(model, stage, positions);
}

} // namespace

Status makeModel(const ReduceDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 ReduceModel* model) noexcept
{
    ScanDesc scan;
    scan.type = desc.type;
    scan.op = desc.op;
    scan.kernels = desc.kernels;
    scan.maxCount = desc.maxCount;
    const Status checked = checkScanDesc(scan, capabilities);
    if (checked != Status::Success)
        return checked;
    if (desc.withIndex && desc.op != Op::Min && desc.op != Op::Max)
        return {Argument::WithIndex, Rule::Incompatible};
    if (desc.method < ReduceMethod::Auto || desc.method > ReduceMethod::Decomposed)
        return {Argument::Method, Rule::Invalid};
    if (isForStudy(desc) && capabilities.study == nullptr)
        return {Argument::Study, Rule::Missing};
    const bool isDecomposed = desc.method == ReduceMethod::Decomposed;
    const bool byTree = desc.method != ReduceMethod::Auto && !isDecomposed;
    if (desc.withIndex && byTree)
        return {Argument::Method, Rule::Incompatible};
    ScheduleDesc schedule = scheduleDescOf(scan);
    const Status taken = takeKernels(desc.kernels, KernelUse::Scan, &schedule);
    if (taken != Status::Success)
        return taken;
    if (isCustom(schedule) && (desc.withIndex || desc.method != ReduceMethod::Auto))
        return {Argument::Kernels, Rule::Incompatible};
    // Spans, alone where they may be, there are 64-bit atomics, and elements may be taken in any order.
    const bool isAlone = capabilities.bufferInt64Atomics && !isDecomposed && !isCustom(schedule);
    schedule.stage = isAlone ? Stage::ReduceArray : Stage::ReduceSpans;
    schedule.constants.set(abi::kIdMethod, static_cast<uint32_t>(desc.method));
    if (byTree)
        schedule.form = KernelForm::Trees;
    if (desc.withIndex) {
        schedule.form = KernelForm::Indices;
        schedule.stateWords = static_cast<uint32_t>(sizeOf(desc.type) / sizeof(uint32_t)) + 1;
    }
    *model = {{schedule, tuning, capabilities}, desc.withIndex};
    if (schedule.stage == Stage::ReduceSpans) {
        model->use(Stage::ReduceSpans);
        model->use(Stage::ReduceSlots);
    }
    // The indices of what is missing in the first vector wrap around to the last ones, which no element may have then.
    if (desc.withIndex)
        model->maxCount = std::min<uint64_t>(model->maxCount, kNoIndex - maxHead(*model));
    return Status::Success;
}

VkDeviceSize scratchSize(const ReduceModel& model, uint64_t maxCount) noexcept
{
    return scratchBytes(model, std::min(maxCount, model.maxCount) + maxHead(model));
}

Status planReduce(const ReduceModel& model, const ReduceArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    const VkDeviceSize element = elementBytes(model.desc);
    const auto [head, positions, stage] = placeArray(model, args.input.address, args.count);
    BufferList list;
    const Access input = listInput(model.desc, Argument::Input, args.input, args.count, &list);
    const Access result = list.write(Argument::Result, args.result, element, elementAlignment(model.desc));
    const Access index =
        list.write(Argument::Index, args.index, model.withIndex ? sizeof(uint32_t) : 0, sizeof(uint32_t));
    list.require(model.withIndex || isAbsent(args.index), {Argument::Index, Rule::Incompatible});
    const Access countBuffer = list.countBuffer(args.countBuffer);
    const Access scratch = list.scratch(args.scratch, scratchBytes(model, positions));
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;
    if (args.initial.hasValue() && isCustom(model.desc))
        return {Argument::Initial, Rule::Incompatible};
    if (args.initial.hasValue() && args.initial.type() != model.desc.type)
        return {Argument::Initial, Rule::WrongType};
    const Status parameters = checkParameters(args.parameters, model.desc);
    if (parameters != Status::Success)
        return parameters;

    plan->stepCount = 0;
    auto push = pushOf<abi::ScanPush>(args, head);
    push.inputAddress = input.range.address - head * element;
    push.outputAddress = args.index.address;
    push.totalAddress = args.result.address;
    push.initialBits = args.initial.bits();
    push.hasInitial = args.initial.hasValue() ? 1 : 0;
    const uint64_t groups = workgroupCount(model, stage, positions);
    if (stage == Stage::ReduceArray) {
        appendStep(plan, model, stage, groups, push, {input, countBuffer, scratch, result, index});
    } else {
        appendStep(plan, model, stage, groups, push, {input, countBuffer, scratch});
        push.spans = static_cast<uint32_t>(groups);
        appendStep(plan, model, Stage::ReduceSlots, 1, push, {readOnly(scratch), result, index});
    }
    placeBarriers(plan);
    if (isCustom(model.desc))
        tellKernels(args.parameters, plan);
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
    return createOperation<ReduceModel>(
        context, desc, tuning,
        {"Reduce", toString(desc.type), toString(desc.op), operatorCode, kReduceFamilies, desc.kernels}, reduce);
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
