#include "operations/reduce.h"

#include "operations/custom_kernels.h"
#include "operations/elements.h"
#include "schedule/carry_strategy.h"
#include "schedule/record.h"

#include <algorithm>

namespace vkscan {

namespace families {
extern const KernelFamily span, reduce, index, fixed_order;
}

namespace {

constexpr const KernelFamily* kReduceFamilies[] = {&families::span, &families::reduce, &families::index,
                                                   &families::fixed_order};

static_assert(kNoIndex == abi::kNoIndex);

// The stages: one dispatch, or spans and then their slots.
constexpr uint32_t kReducing = 0;
constexpr uint32_t kReduceSlots = 1;

bool isOneDispatch(const ReduceModel& model) noexcept
{
    return model.stageCount == 1;
}

VkDeviceSize scratchBytes(const ReduceModel& model, uint64_t positions) noexcept
{
    if (isOneDispatch(model) && workgroupCount(model, model[kReducing], positions) == 1)
        return 0;
    return recordingScratchSize(model, kReducing, positions);
}

} // namespace

Status reduceModel(const ReduceDesc& desc, bool twoDispatches, const Tuning& tuning, const Capabilities& capabilities,
                   ReduceModel* model) noexcept
{
    for (const Status checked : {checkType(desc.type, capabilities), checkOp(desc.op, desc.type)})
        if (checked != Status::Success)
            return checked;
    if (desc.kernels.count > 0 && (desc.type != ElementType::U32 || desc.op != Op::Add || desc.withIndex))
        return {Argument::Kernels, Rule::Incompatible};
    const Status stored = checkStored(desc.input, desc.type, Argument::Input);
    if (stored != Status::Success)
        return stored;
    if (desc.input != StoredType::Same && desc.kernels.count > 0)
        return {Argument::Input, Rule::Incompatible};
    if (desc.withIndex && desc.op != Op::Min && desc.op != Op::Max)
        return {Argument::WithIndex, Rule::Incompatible};
    ScheduleDesc schedule;
    schedule.type = desc.type;
    schedule.maxCount = desc.maxCount;
    const Status taken = takeKernels(desc.kernels, KernelUse::Scan, &schedule);
    if (taken != Status::Success)
        return taken;
    const bool hasFixedOrder = desc.reproducible && isFloat(desc.type) && !desc.withIndex;
    if (desc.reproducible && (isCustom(schedule) || (hasFixedOrder && desc.input != StoredType::Same)))
        return {Argument::Reproducible, Rule::Incompatible};
    if (hasFixedOrder)
        fixOrder(&schedule);
    if (desc.withIndex) {
        schedule.form = "_indices";
        schedule.stateWords = static_cast<uint32_t>(sizeOf(desc.type) / sizeof(uint32_t)) + 1;
    }
    takeStored(desc.input, StoredType::Same, &schedule);
    *model = {{schedule, tuning, capabilities}, desc.withIndex};
    const TileForm elements;
    const FixedOrderForm fixedOrder;
    StageList stages(model, hasFixedOrder ? static_cast<const TileForm&>(fixedOrder) : elements);
    // A single dispatch combines spans in any order.
    const bool isAlone = capabilities.bufferInt64Atomics && !twoDispatches && !isCustom(schedule) && !hasFixedOrder;
    if (isAlone) {
        stages.choose(Strategy::Auto, reduceArrayStage(tuning, stages));
    } else {
        StageDesc spans = reduceSpansStage(tuning, stages);
        if (hasFixedOrder)
            spans.slotsBehind = kFixedWindow; // the tiles of the last window
        stages.choose(Strategy::Auto, spans);
        stages.add(reduceSlotsStage(tuning));
    }
    // Indices of elements missing in the first vector wrap around to the last ones, which no element may then have.
    if (desc.withIndex)
        model->maxCount = std::min<uint64_t>(model->maxCount, kNoIndex - maxHead(*model));
    return Status::Success;
}

Status makeModel(const ReduceDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 ReduceModel* model) noexcept
{
    return reduceModel(desc, false, tuning, capabilities, model);
}

VkDeviceSize scratchSize(const ReduceModel& model, uint64_t maxCount) noexcept
{
    return scratchBytes(model, std::min(maxCount, model.maxCount) + maxHead(model));
}

namespace {

struct ReduceBuffers {
    Placement at;
    Access input;
    Access result;
    Access index;
    Access countBuffer;
    Access scratch;
};

ReduceBuffers listReduce(const ReduceModel& model, const ReduceArgs& args, BufferList* list) noexcept
{
    const VkDeviceSize element = model.elementBytes;
    ReduceBuffers buffers;
    buffers.at = placeArray(model, args.input.address, args.count, model.desc.input);
    buffers.input = listInput(model, Argument::Input, args.input, args.count, list);
    buffers.result = list->write(Argument::Result, args.result, element, elementAlignment(element));
    buffers.index = model.withIndex ? list->write(Argument::Index, args.index, kWordBytes, kWordBytes)
                                    : list->refuse(Argument::Index, args.index);
    buffers.countBuffer = list->countBuffer(args.countBuffer);
    buffers.scratch = list->scratch(args.scratch, scratchBytes(model, buffers.at.positions));
    return buffers;
}

} // namespace

Status planReduce(const ReduceModel& model, const ReduceArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    BufferList list;
    const auto [at, input, result, index, countBuffer, scratch] = listReduce(model, args, &list);
    const auto [head, positions, stage] = at;
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
    auto scan = pushOf<abi::ScanPush>(args, head);
    const uint64_t groups = workgroupCount(model, model[stage], positions);
    scan.inputAddress = input.range.address - head * storedBytes(model, model.desc.input);
    scan.outputAddress = args.index.address;
    scan.totalAddress = args.result.address;
    scan.initialBits = args.initial.bits();
    scan.hasInitial = args.initial.hasValue() ? 1 : 0;
    scan.spans = isOneDispatch(model) ? 0 : static_cast<uint32_t>(groups);
    const PushConstants push = isCustom(model.desc) ? customPush(scan, args.parameters) : scan;
    if (isOneDispatch(model)) {
        appendStep(plan, model, stage, groups, push, {input, countBuffer, scratch, result, index});
    } else {
        appendStep(plan, model, stage, groups, push, {input, countBuffer, scratch});
        appendStep(plan, model, kReduceSlots, 1, push,
                   {readOnly(scratch), result, index, model.desc.hasFixedOrder ? countBuffer : Access{}});
    }
    placeBarriers(plan);
    return Status::Success;
}

template <>
struct Record<ReduceArgs> {
    static constexpr auto kList = listReduce;
    static constexpr auto kPlan = planReduce;
    static OperationKernels kernels(const ReduceDesc& desc) noexcept
    {
        return {"Reduce",        toString(desc.type), toString(desc.op), static_cast<uint32_t>(desc.op),
                kReduceFamilies, desc.kernels};
    }
};
template class ArrayOperationOf<ReduceDesc, ReduceArgs>;

} // namespace vkscan
