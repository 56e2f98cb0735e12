#include "operations/run_length_encode.h"

#include "operations/scan.h"
#include "plan/buffers.h"
#include "schedule/array_operation.h"

#include <algorithm>

namespace vkscan {

namespace {

constexpr const KernelFamily* kRunLengthFamilies[] = {&families::run};

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

Status makeModel(const RunLengthEncodeDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 Schedule* model) noexcept
{
    if (desc.elementSize != sizeof(uint32_t) && desc.elementSize != sizeof(uint64_t))
        return {Argument::ElementSize, Rule::Invalid};
    ScanDesc scan = scanDescOf(desc);
    scan.type = desc.elementSize == sizeof(uint32_t) ? ElementType::U32 : ElementType::U64;
    ScheduleDesc schedule;
    const Status described = describeSchedule(scan, capabilities, &schedule);
    if (described != Status::Success)
        return described;
    schedule.form = KernelForm::Runs;
    schedule.stateWords = abi::kRunStateWords;
    schedule.flatSum = &Tuning::selectFlatSum;
    schedule.spine = &Tuning::selectSpine;
    *model = {schedule, tuning, capabilities};
    model->maxCount = std::min<uint64_t>(model->maxCount, ~uint32_t{0});
    return Status::Success;
}

Status planRunLengthEncode(const Schedule& schedule, const RunLengthEncodeArgs& args, Plan* plan) noexcept
{
    if (args.count > schedule.maxCount)
        return {Argument::Count, Rule::TooLarge};
    const VkDeviceSize element = sizeOf(schedule.desc.type);
    const auto [head, positions, stage] = placeArray(schedule, args.input.address, args.count);
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
    auto push = pushOf<abi::RunPush>(args, head);
    push.inputAddress = input.range.address - head * element;
    push.outputAddress = unique.range.address;
    push.totalAddress = runCount.range.address;
    push.indirectAddress = indirect.range.address;
    push.capacity = capacity;
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
    return createOperation<Schedule>(context, desc, tuning,
                                     {"RunLengthEncode", nullptr, nullptr, abi::kOpAdd, kRunLengthFamilies}, encode);
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
