#include "operations/scan.h"

#include "operations/custom_kernels.h"
#include "plan/buffers.h"
#include "schedule/array_operation.h"
#include "study/network.h"
#include "study/study.h"

#include <algorithm>

namespace vkscan {

namespace {

constexpr const KernelFamily* kScanFamilies[] = {&families::scan, &families::span, &families::block};

// The orders of one pass over memory.
uint32_t passOrder(const ScanDesc& desc) noexcept
{
    // The sums of higher orders are exact modulo the integer's range, and lose all digits as floats.
    const bool isFloat = desc.type == ElementType::F32 || desc.type == ElementType::F64;
    uint32_t order = isFloat ? 1 : std::min(desc.order, abi::kMaxParts / desc.tupleSize);
    while (desc.order % order != 0)
        --order;
    return order;
}

ScanModel modelOf(const ScanDesc& desc, const ScheduleDesc& schedule, const Tuning& tuning,
                  const Capabilities& capabilities) noexcept
{
    return {{schedule, tuning, capabilities},
            desc.order,
            desc.order / schedule.order,
            capabilities.forwardProgress || desc.assumeForwardProgress};
}

} // namespace

Status checkScanDesc(const ScanDesc& desc, const Capabilities& capabilities) noexcept
{
    if (sizeOf(desc.type) == 0)
        return {Argument::Type, Rule::Invalid};
    if (desc.type == ElementType::U16)
        return {Argument::Type, Rule::NotOffered};
    if (desc.type == ElementType::F64 && !capabilities.float64)
        return {Argument::Type, Rule::Unsupported};
    if (desc.op < Op::Add || desc.op > Op::Xor)
        return {Argument::Op, Rule::Invalid};
    if (desc.op >= Op::And && (desc.type == ElementType::F32 || desc.type == ElementType::F64))
        return {Argument::Op, Rule::Incompatible};
    if (desc.kind != Kind::Inclusive && desc.kind != Kind::Exclusive)
        return {Argument::Kind, Rule::Invalid};
    if (desc.direction != Direction::Forward && desc.direction != Direction::Backward)
        return {Argument::Direction, Rule::Invalid};
    if (desc.order == 0 || desc.order > kMaxOrder)
        return {Argument::Order, Rule::Invalid};
    if (desc.order > 1 && desc.op != Op::Add)
        return {Argument::Order, Rule::Incompatible};
    if (desc.tupleSize == 0 || desc.tupleSize > kMaxTupleSize)
        return {Argument::TupleSize, Rule::Invalid};
    if (desc.cascadeWorkgroups > capabilities.maxGroupCount[0])
        return {Argument::CascadeWorkgroups, Rule::TooLarge};
    const bool isTruncated = desc.strategy == Strategy::TruncatedCascade;
    if (desc.cascadeWorkgroups > 0 && desc.strategy != Strategy::Cascade && !isTruncated)
        return {Argument::CascadeWorkgroups, Rule::Incompatible};
    if (desc.cascadeWorkgroups == 1 && isTruncated)
        return {Argument::CascadeWorkgroups, Rule::Invalid};
    const Status network = checkNetwork(desc, capabilities);
    if (network != Status::Success)
        return network;
    if (desc.kernels.count > 0) {
        if (desc.type != ElementType::U32 || desc.op != Op::Add || desc.order * desc.tupleSize > 1 || usesNetwork(desc))
            return {Argument::Kernels, Rule::Incompatible};
        if (isForStudy(desc.strategy) && desc.strategy != Strategy::Chained)
            return {Argument::Strategy, Rule::Incompatible};
    }
    switch (desc.strategy) {
    case Strategy::Auto:
    case Strategy::SingleWorkgroup:
    case Strategy::ReduceThenScan:
    case Strategy::Cascade:
    case Strategy::TruncatedCascade: return Status::Success;
    case Strategy::ScanThenPropagate:
        return desc.order == 1 && desc.tupleSize == 1 ? Status::Success
                                                      : Status(Argument::Strategy, Rule::Incompatible);
    case Strategy::FlatSum:
    case Strategy::Spine:
    case Strategy::Chained:
    case Strategy::Sam:
        if (!capabilities.forwardProgress && !desc.assumeForwardProgress)
            return {Argument::Strategy, Rule::NeedsForwardProgress};
        [[fallthrough]];
    case Strategy::DecoupledLookback:
        return capabilities.bufferInt64Atomics ? Status::Success : Status(Argument::Strategy, Rule::Unsupported);
    }
    return {Argument::Strategy, Rule::Invalid};
}

ScheduleDesc scheduleDescOf(const ScanDesc& desc) noexcept
{
    ScheduleDesc schedule;
    schedule.type = desc.type;
    schedule.order = passOrder(desc);
    schedule.tupleSize = desc.tupleSize;
    if (usesNetwork(desc))
        schedule.form = KernelForm::Network;
    else if (schedule.order * schedule.tupleSize > 1)
        schedule.form = KernelForm::Blocks;
    schedule.direction = desc.direction;
    schedule.strategy = desc.strategy;
    schedule.cascadeWorkgroups = desc.cascadeWorkgroups;
    schedule.maxCount = desc.maxCount;
    schedule.network = desc.network;
    schedule.constants.set(abi::kIdExclusive, desc.kind == Kind::Exclusive ? VK_TRUE : VK_FALSE);
    return schedule;
}

Status describeSchedule(const ScanDesc& desc, const Capabilities& capabilities, ScheduleDesc* schedule) noexcept
{
    if (isForStudy(desc.strategy))
        return {Argument::Strategy, Rule::NotOffered};
    const Status checked = checkScanDesc(desc, capabilities);
    if (checked == Status::Success)
        *schedule = scheduleDescOf(desc);
    return checked;
}

ScanModel scanModel(const ScanDesc& desc, const Tuning& tuning, const Capabilities& capabilities) noexcept
{
    return modelOf(desc, scheduleDescOf(desc), tuning, capabilities);
}

Status makeModel(const ScanDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 ScanModel* model) noexcept
{
    const Status checked = checkScanDesc(desc, capabilities);
    if (checked != Status::Success)
        return checked;
    if (isForStudy(desc) && desc.kernels.count == 0 && capabilities.study == nullptr)
        return {Argument::Study, Rule::Missing};
    ScheduleDesc schedule = scheduleDescOf(desc);
    const Status taken = takeKernels(desc.kernels, KernelUse::Scan, &schedule);
    if (taken == Status::Success)
        *model = modelOf(desc, schedule, tuning, capabilities);
    return taken;
}

ScanCall listScan(const Schedule& schedule, const ScanArgs& args, Argument input, Argument output,
                  BufferList* list) noexcept
{
    const ScheduleDesc& desc = schedule.desc;
    ScanCall call = {placeArray(schedule, args.output.address, args.count), {}};
    call.buffers.input = listInput(desc, input, args.input, args.count, list);
    call.buffers.output = listOutput(desc, output, args.output, args.count, list);
    call.buffers.countBuffer = list->countBuffer(args.countBuffer);
    call.buffers.total = list->write(Argument::Total, args.total, desc.tupleSize * elementBytes(desc),
                                     elementAlignment(desc), Presence::Optional);
    call.buffers.scratch = list->scratch(args.scratch, recordingScratchSize(schedule, call.stage, call.positions));
    list->allowInPlace(input, output);
    list->claim(Argument::CountBuffer, Argument::Output, Argument::Total);
    return call;
}

void fillScan(const Schedule& schedule, uint32_t passes, const ScanArgs& args, const ScanCall& call,
              Plan* plan) noexcept
{
    plan->stepCount = 0;
    auto push = pushOf<abi::ScanPush>(args, call.head);
    push.outputAddress = call.buffers.output.range.address - call.head * sizeOf(schedule.desc.type);
    push.initialBits = args.initial.bits();
    push.hasInitial = args.initial.hasValue() ? 1 : 0;
    ScanBuffers pass = call.buffers;
    // Without elements there is the total to tell, by the last pass.
    for (uint32_t left = args.count > 0 ? passes : 1; left > 0; --left) {
        pass.total = left == 1 ? call.buffers.total : Access{};
        appendPass(plan, schedule, call.stage, call.positions, push, pass);
        pass.input = readOnly(pass.output);
    }
    placeBarriers(plan);
}

Status planScan(const ScanModel& model, const ScanArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    BufferList list;
    const ScanCall call = listScan(model, args, Argument::Input, Argument::Output, &list);
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;
    if (args.initial.hasValue() && !isCustom(model.desc) && args.initial.type() != model.desc.type)
        return {Argument::Initial, Rule::WrongType};
    if (args.initial.hasValue() && (model.order > 1 || isCustom(model.desc)))
        return {Argument::Initial, Rule::Incompatible};
    const Status parameters = checkParameters(args.parameters, model.desc);
    if (parameters != Status::Success)
        return parameters;
    const bool inPlace = args.count > 0 && (args.input.address == args.output.address || model.passes > 1);
    if (call.stage == Stage::LookBack && inPlace && !model.makesProgress)
        return {Argument::Output, Rule::NeedsForwardProgress};
    plan->stepCount = 0;
    if (args.count > 0 || args.total.address != 0)
        fillScan(model, model.passes, args, call, plan);
    if (isCustom(model.desc))
        tellKernels(args.parameters, plan);
    return Status::Success;
}

Status createTuned(const Context& context, const ScanDesc& desc, const Tuning& tuning, uint32_t operatorCode,
                   Scan* scan) noexcept
{
    return createOperation<ScanModel>(
        context, desc, tuning,
        {"Scan", toString(desc.type), toString(desc.op), operatorCode, kScanFamilies, desc.kernels}, scan);
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
