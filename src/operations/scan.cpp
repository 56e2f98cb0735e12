#include "operations/scan.h"

#include "plan/buffers.h"
#include "schedule/array_operation.h"
#include "schedule/scan_pipelines.h"
#include "study/study.h"

namespace vkscan {

namespace {

constexpr ArrayRules kRules = {"Scan", maxScanCount, scanScratchSize, true};
constexpr const KernelFamily* kFamilies[] = {&families::scan, &families::span, &families::block};

uint32_t passesOf(const Schedule& schedule) noexcept
{
    return schedule.desc.order / passOrder(schedule);
}

} // namespace

ScanCall listScan(const Schedule& schedule, const ScanArgs& args, Argument input, Argument output,
                  BufferList* list) noexcept
{
    const VkDeviceSize element = sizeOf(schedule.desc.type);
    const VkDeviceSize bytes = args.count * element;
    ScanCall call;
    call.head = args.count > 0 ? headOf(schedule, args.output.address) : 0;
    call.positions = call.head + args.count;
    call.stage = chooseStage(schedule, call.positions);
    call.buffers.input = list->read(input, args.input, bytes, element);
    call.buffers.output = list->write(output, args.output, bytes, element);
    call.buffers.countBuffer = list->countBuffer(args.countBuffer);
    call.buffers.total =
        list->write(Argument::Total, args.total, schedule.desc.tupleSize * element, element, Presence::Optional);
    call.buffers.scratch = list->scratch(args.scratch, recordingScratchSize(schedule, call.stage, call.positions));
    list->allowInPlace(input, output);
    list->claim(Argument::CountBuffer, Argument::Output, Argument::Total);
    return call;
}

void fillScan(const Schedule& schedule, const ScanArgs& args, const ScanCall& call, Plan* plan) noexcept
{
    plan->stepCount = 0;
    if (args.count == 0 && args.total.address == 0 && !schedule.allocates)
        return;
    abi::ScanPush push = {};
    push.outputAddress = call.buffers.output.range.address - call.head * sizeOf(schedule.desc.type);
    push.scratchAddress = args.scratch.address;
    push.maxCount = args.count;
    push.countAddress = args.countBuffer.address;
    push.initialBits = args.initial.bits();
    push.hasInitial = args.initial.hasValue() ? 1 : 0;
    push.head = static_cast<uint32_t>(call.head);
    ScanBuffers pass = call.buffers;
    // Without elements there is the total to tell, by the last pass.
    for (uint32_t left = args.count > 0 ? passesOf(schedule) : 1; left > 0; --left) {
        pass.total = left == 1 ? call.buffers.total : Access{};
        appendPass(plan, schedule, call.stage, call.positions, push, pass);
        pass.input = readOnly(pass.output);
    }
    placeBarriers(plan);
}

Status planScan(const Schedule& schedule, const ScanArgs& args, Plan* plan) noexcept
{
    if (args.count > maxScanCount(schedule))
        return {Argument::Count, Rule::TooLarge};
    BufferList list;
    const ScanCall call = listScan(schedule, args, Argument::Input, Argument::Output, &list);
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;
    if (args.initial.hasValue() && args.initial.type() != schedule.desc.type)
        return {Argument::Initial, Rule::WrongType};
    if (args.initial.hasValue() && schedule.desc.order > 1)
        return {Argument::Initial, Rule::Incompatible};
    const bool inPlace = args.count > 0 && (args.input.address == args.output.address || passesOf(schedule) > 1);
    if (call.stage == Stage::LookBack && inPlace && !schedule.capabilities.forwardProgress &&
        !schedule.desc.assumeForwardProgress)
        return {Argument::Output, Rule::NeedsForwardProgress};
    fillScan(schedule, args, call, plan);
    return Status::Success;
}

Status createTuned(const Context& context, const ScanDesc& desc, const Tuning& tuning, uint32_t operatorCode,
                   Scan* scan) noexcept
{
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        const Status checked = checkScanDesc(desc, capabilities);
        if (checked == Status::Success && isForStudy(desc) && context.impl()->study == nullptr)
            return Status(Argument::Study, Rule::Missing);
        if (checked == Status::Success)
            *model = {desc, tuning, capabilities};
        return checked;
    };
    const auto compile = [&](const Context::Impl& owner, const Schedule& schedule, Pipelines* pipelines) {
        return createScanPipelines(owner, schedule, operatorCode, kFamilies, usesStage, pipelines);
    };
    return createOperation(context, kRules, desc.maxCount, prepare, compile, scan);
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
