#include "operations/run_length_encode.h"

#include "plan/buffers.h"
#include "schedule/array_operation.h"
#include "schedule/scan_pipelines.h"
#include "schedule/scan_steps.h"
#include "study/study.h"

#include <algorithm>

namespace vkscan {

namespace {

constexpr ArrayRules kRules = {"RunLengthEncode", maxRunLengthEncodeCount, scanScratchSize, true};
constexpr const KernelFamily* kFamilies[] = {&families::run};

constexpr VkDeviceSize kWordBytes = sizeof(uint32_t);

// Runs that all outputs have room for; as many as there can be, if there are no outputs.
uint32_t capacityOf(const RunLengthEncodeArgs& args, VkDeviceSize element) noexcept
{
    uint64_t capacity = ~uint32_t{0};
    const auto limit = [&](BufferRange output, VkDeviceSize bytes) {
        if (!isAbsent(output))
            capacity = std::min(capacity, output.size / bytes);
    };
    limit(args.unique, element);
    limit(args.lengths, kWordBytes);
    limit(args.starts, kWordBytes);
    return static_cast<uint32_t>(capacity);
}

} // namespace

Status runLengthEncodeModel(const RunLengthEncodeDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                            ScanModel* model) noexcept
{
    if (desc.elementSize != sizeof(uint32_t) && desc.elementSize != sizeof(uint64_t))
        return {Argument::ElementSize, Rule::Invalid};
    if (isForStudy(desc.strategy))
        return {Argument::Strategy, Rule::NotOffered};
    ScanDesc scan;
    scan.type = desc.elementSize == sizeof(uint32_t) ? ElementType::U32 : ElementType::U64;
    scan.strategy = desc.strategy;
    scan.assumeForwardProgress = desc.assumeForwardProgress;
    const Status checked = checkScanDesc(scan, capabilities);
    if (checked == Status::Success) {
        *model = {scan, tuning, capabilities};
        model->encodesRuns = true;
    }
    return checked;
}

uint64_t maxRunLengthEncodeCount(const Schedule& schedule) noexcept
{
    return std::min<uint64_t>(maxScanCount(schedule), ~uint32_t{0});
}

Status planRunLengthEncode(const Schedule& schedule, const RunLengthEncodeArgs& args, Plan* plan) noexcept
{
    if (args.count > maxRunLengthEncodeCount(schedule))
        return {Argument::Count, Rule::TooLarge};
    const VkDeviceSize element = sizeOf(schedule.desc.type);
    const uint64_t head = args.count > 0 ? headOf(schedule, args.input.address) : 0;
    const uint64_t positions = head + args.count;
    const Stage stage = chooseStage(schedule, positions);
    const uint32_t capacity = capacityOf(args, element);
    const uint64_t written = std::min<uint64_t>(capacity, args.count);
    BufferList list;
    const Access input = list.read(Argument::Input, args.input, args.count * element, element);
    const Access unique =
        list.writeSized(Argument::Unique, args.unique, written * element, element, Presence::Optional);
    const Access lengths =
        list.writeSized(Argument::Lengths, args.lengths, written * kWordBytes, kWordBytes, Presence::Optional);
    const Access starts =
        list.writeSized(Argument::Starts, args.starts, written * kWordBytes, kWordBytes, Presence::Optional);
    const Access countBuffer = list.countBuffer(args.countBuffer);
    const Access runCount = list.write(Argument::RunCount, args.runCount, kWordBytes, kWordBytes, Presence::Optional);
    const Access indirect = list.indirect(args.indirect);
    const Access scratch = list.scratch(args.scratch, recordingScratchSize(schedule, stage, positions));
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;

    plan->stepCount = 0;
    const AccessList results = {unique, lengths, starts, runCount, indirect};
    if (results.count == 0)
        return Status::Success;
    abi::RunPush push = {};
    push.inputAddress = input.range.address - head * element;
    push.outputAddress = unique.range.address;
    push.scratchAddress = args.scratch.address;
    push.maxCount = args.count;
    push.countAddress = args.countBuffer.address;
    push.totalAddress = runCount.range.address;
    push.indirectAddress = indirect.range.address;
    push.capacity = capacity;
    push.head = static_cast<uint32_t>(head);
    push.divisor = args.indirect.divisor;
    push.lengthsAddress = lengths.range.address;
    push.startsAddress = starts.range.address;
    push.roundUp = args.indirect.rounding == Rounding::Up ? 1 : 0;
    const uint64_t groups = workgroupCount(schedule, stage, positions);
    const bool countsFirst = stage == Stage::ScanSpans;
    if (countsFirst)
        appendStep(plan, schedule, Stage::ReduceSpans, groups, push, {input, countBuffer, scratch});
    appendStep(
        plan, schedule, stage, groups, push,
        {input, countBuffer, unique, lengths, starts, runCount, indirect, countsFirst ? readOnly(scratch) : scratch});
    placeBarriers(plan);
    return Status::Success;
}

Status createTuned(const Context& context, const RunLengthEncodeDesc& desc, const Tuning& tuning,
                   RunLengthEncode* encode) noexcept
{
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        return runLengthEncodeModel(desc, tuning, capabilities, model);
    };
    const auto compile = [&](const Context::Impl& owner, const Schedule& schedule, Pipelines* pipelines) {
        return createScanPipelines(owner, schedule, abi::kOpAdd, kFamilies, usesStage, pipelines);
    };
    return createOperation(context, kRules, desc.maxCount, prepare, compile, encode);
}

Status RunLengthEncode::create(const Context& context, const RunLengthEncodeDesc& desc,
                               RunLengthEncode* encode) noexcept
{
    return createTuned(context, desc, tuningFor(context), encode);
}

Status RunLengthEncode::plan(const RunLengthEncodeArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planRunLengthEncode);
}

Status RunLengthEncode::record(VkCommandBuffer commandBuffer, const RunLengthEncodeArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planRunLengthEncode);
}

} // namespace vkscan
