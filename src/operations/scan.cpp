#include "operations/scan.h"

#include "buffers.h"
#include "operation.h"
#include "scan_pipeline.h"
#include "study/study.h"

namespace vkscan {

namespace {

constexpr ArrayRules kRules = {"Scan", maxScanCount, scanScratchSize, true};
constexpr const KernelFamily* kFamilies[] = {&families::scan, &families::span, &families::block};

uint32_t passesOf(const ScanModel& model) noexcept
{
    return model.desc.order / passOrder(model);
}

} // namespace

ScanCall listScan(const ScanModel& model, const ScanArgs& args, const Argument& input, const Argument& output,
                  BufferList* list) noexcept
{
    const VkDeviceSize element = sizeOf(model.desc.type);
    const VkDeviceSize bytes = args.count * element;
    ScanCall call;
    call.head = args.count > 0 ? headOf(model, args.output.address) : 0;
    call.positions = call.head + args.count;
    call.stage = chooseStage(model, call.positions);
    call.buffers.input = list->read(input, args.input, bytes, element);
    call.buffers.output = list->write(output, args.output, bytes, element);
    call.buffers.countBuffer = list->countBuffer(args.countBuffer);
    call.buffers.total = list->write(kTotal, args.total, model.desc.tupleSize * element, element, Presence::Optional);
    call.buffers.scratch = list->scratch(args.scratch, recordingScratchSize(model, call.stage, call.positions));
    list->allowInPlace(input, output);
    return call;
}

void fillScan(const ScanModel& model, const ScanArgs& args, const ScanCall& call, Plan* plan) noexcept
{
    plan->stepCount = 0;
    if (args.count == 0 && args.total.address == 0 && !model.allocates)
        return;
    abi::ScanPush push = {};
    push.outputAddress = call.buffers.output.range.address - call.head * sizeOf(model.desc.type);
    push.scratchAddress = args.scratch.address;
    push.maxCount = args.count;
    push.countAddress = args.countBuffer.address;
    push.initialBits = args.initial.bits();
    push.hasInitial = args.initial.hasValue() ? 1 : 0;
    push.head = static_cast<uint32_t>(call.head);
    ScanBuffers pass = call.buffers;
    // Without elements there is the total to tell, by the last pass.
    for (uint32_t left = args.count > 0 ? passesOf(model) : 1; left > 0; --left) {
        pass.total = left == 1 ? call.buffers.total : Access{};
        appendPass(plan, model, call.stage, call.positions, push, pass);
        pass.input = readOnly(pass.output);
    }
    placeBarriers(plan);
}

Status planScan(const ScanModel& model, const ScanArgs& args, Plan* plan) noexcept
{
    if (args.count > maxScanCount(model))
        return Status::CountTooLarge;
    BufferList list;
    const ScanCall call = listScan(model, args, kInput, kOutput, &list);
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;
    if (args.initial.hasValue() && args.initial.type() != model.desc.type)
        return Status::InitialTypeMismatch;
    if (args.initial.hasValue() && model.desc.order > 1)
        return Status::InitialNeedsOrderOne;
    const bool inPlace = args.count > 0 && (args.input.address == args.output.address || passesOf(model) > 1);
    if (call.stage == Stage::LookBack && inPlace && !model.capabilities.forwardProgress &&
        !model.desc.assumeForwardProgress)
        return Status::InPlaceNeedsForwardProgress;
    fillScan(model, args, call, plan);
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
