#include "operations/run_length_encode.h"

#include "plan/buffers.h"
#include "run_abi.h"
#include "schedule/array_operation.h"
#include "schedule/carry_strategy.h"

#include <algorithm>

namespace vkscan {

namespace families {
extern const KernelFamily run;
}

namespace {

constexpr const KernelFamily* kRunLengthFamilies[] = {&families::run};

// The runs that all outputs have room for; without outputs, any number.
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
    ScheduleDesc schedule;
    const Status taken = takeStrategy(desc, capabilities, &schedule);
    if (taken != Status::Success)
        return taken;
    schedule.type = desc.elementSize == sizeof(uint32_t) ? ElementType::U32 : ElementType::U64;
    schedule.form = "_runs";
    schedule.stateWords = abi::kRunStateWords;
    *model = {schedule, tuning, capabilities};
    Tuning own = tuning;
    own.flatSum = tuning.selectFlatSum;
    own.spine = tuning.selectSpine;
    const TileForm form;
    StageList stages(model, form);
    addStages(own, &stages);
    model->maxCount = std::min<uint64_t>(model->maxCount, ~uint32_t{0});
    return Status::Success;
}

Status planRunLengthEncode(const Schedule& schedule, const RunLengthEncodeArgs& args, Plan* plan) noexcept
{
    if (args.count > schedule.maxCount)
        return {Argument::Count, Rule::TooLarge};
    const VkDeviceSize element = schedule.elementBytes;
    const auto [head, positions, stage] = placeArray(schedule, args.input.address, args.count);
    const uint32_t capacity = capacityOf(args, element);
    const uint64_t written = std::min<uint64_t>(capacity, args.count);
    BufferList list;
    PassBuffers buffers;
    buffers.input = list.read(Argument::Input, args.input, args.count * element, element);
    const auto listOutput = [&](Argument argument, BufferRange given, VkDeviceSize bytes) {
        return list.writeSized(argument, given, written * bytes, bytes, Presence::Optional);
    };
    buffers.output = listOutput(Argument::Unique, args.unique, element);
    const Access lengths = listOutput(Argument::Lengths, args.lengths, kWordBytes);
    const Access starts = listOutput(Argument::Starts, args.starts, kWordBytes);
    buffers.countBuffer = list.countBuffer(args.countBuffer);
    buffers.total = list.write(Argument::RunCount, args.runCount, kWordBytes, kWordBytes, Presence::Optional);
    const Access indirect = list.indirect(args.indirect);
    buffers.scratch = list.scratch(args.scratch, recordingScratchSize(schedule, stage, positions));
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;

    plan->stepCount = 0;
    buffers.last = {lengths, starts, indirect};
    const AccessList results = {buffers.output, buffers.total};
    if (results.count + buffers.last.count == 0)
        return Status::Success;
    auto push = pushOf<abi::RunPush>(args, head);
    push.inputAddress = buffers.input.range.address - head * element;
    push.outputAddress = buffers.output.range.address;
    push.totalAddress = buffers.total.range.address;
    push.indirectAddress = indirect.range.address;
    push.capacity = capacity;
    push.divisor = args.indirect.divisor;
    push.lengthsAddress = lengths.range.address;
    push.startsAddress = starts.range.address;
    push.roundUp = args.indirect.rounding == Rounding::Up ? 1 : 0;
    appendPass(plan, schedule, stage, {positions, head, push, buffers});
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
