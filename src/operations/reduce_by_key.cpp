#include "operations/reduce_by_key.h"

#include "operations/elements.h"
#include "plan/buffers.h"
#include "reduce_by_key_abi.h"
#include "schedule/record.h"

#include <algorithm>

namespace vkscan {

namespace families {
extern const KernelFamily fill, run, run_value;
}

namespace {

constexpr const KernelFamily* kRunFamilies[] = {&families::run, &families::fill};
constexpr const KernelFamily* kRunValueFamilies[] = {&families::run_value, &families::fill};

struct ListedRuns {
    Placement at;
    PassBuffers buffers;
    Access starts;     // also in the list of buffers
    uint64_t capacity; // runs that fit all outputs; unlimited without outputs
};

ListedRuns listReduceByKey(const RunModel& model, const ReduceByKeyArgs& args, BufferList* list) noexcept
{
    const bool hasValues = model.valueBytes > 0;
    const VkDeviceSize key = model.keyBytes;
    const VkDeviceSize value = model.valueBytes;
    const BufferRange tiled = hasValues ? args.values : args.input; // the array that tiles hold
    ListedRuns runs = {placeArray(model, tiled.address, args.count), {}, {}, ~uint32_t{0}};
    const auto limit = [&](BufferRange output, VkDeviceSize bytes) {
        if (!isAbsent(output))
            runs.capacity = std::min(runs.capacity, output.size / bytes);
    };
    limit(args.unique, key);
    if (hasValues)
        limit(args.reduced, value);
    limit(args.lengths, kWordBytes);
    limit(args.starts, kWordBytes);
    const uint64_t written = std::min<uint64_t>(runs.capacity, args.count);
    const auto listOutput = [&](Argument argument, const BufferRange& given, VkDeviceSize bytes) {
        return list->writeSized(argument, given, written * bytes, bytes, Presence::Optional);
    };
    PassBuffers& buffers = runs.buffers;
    buffers.input = list->read(Argument::Input, args.input, args.count * key, key);
    buffers.reading.append(hasValues ? list->read(Argument::Values, args.values, args.count * value, value)
                                     : list->refuse(Argument::Values, args.values));
    buffers.output = listOutput(Argument::Unique, args.unique, key);
    buffers.scanning.append(hasValues ? listOutput(Argument::Reduced, args.reduced, value)
                                      : list->refuse(Argument::Reduced, args.reduced));
    buffers.scanning.append(listOutput(Argument::Lengths, args.lengths, kWordBytes));
    // Every possible start, and the end of the last run.
    const uint64_t starts = std::min({args.starts.size / kWordBytes, args.count + 1, uint64_t{~uint32_t{0}}});
    runs.starts = list->writeSized(Argument::Starts, args.starts, starts * kWordBytes, kWordBytes, Presence::Optional);
    buffers.scanning.append(runs.starts);
    buffers.countBuffer = list->countBuffer(args.countBuffer);
    list->groups(args.groups);
    buffers.total = list->write(Argument::RunCount, args.runCount, kWordBytes, kWordBytes, Presence::Optional);
    buffers.scanning.append(list->indirect(args.indirect));
    buffers.scratch = list->scratch(args.scratch, recordingScratchSize(model, runs.at.stage, runs.at.positions));
    return runs;
}

} // namespace

Status makeModel(const ReduceByKeyDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 RunModel* model) noexcept
{
    if (desc.keySize != sizeof(uint32_t) && desc.keySize != sizeof(uint64_t))
        return {Argument::KeySize, Rule::Invalid};
    if (desc.runValue < RunValue::Reduced || desc.runValue > RunValue::None)
        return {Argument::RunValue, Rule::Invalid};
    ScheduleDesc schedule;
    for (const Status checked :
         {checkType(desc.type, capabilities), checkOp(desc.op, desc.type), takeWaiting(desc, &schedule)})
        if (checked != Status::Success)
            return checked;
    const bool isWide = desc.keySize == sizeof(uint64_t);
    const bool hasValues = desc.runValue != RunValue::None;
    schedule.stateWords = abi::kRunStateWords;
    if (hasValues) {
        schedule.type = desc.type;
        schedule.form = "_run_values";
        schedule.stateWords += static_cast<uint32_t>(sizeOf(desc.type) / kWordBytes);
        schedule.constants.set(abi::kIdSegments, isWide ? abi::kSegmentsKeys64 : abi::kSegmentsKeys32);
        schedule.constants.set(abi::kIdKeepsFirst, desc.runValue == RunValue::First ? VK_TRUE : VK_FALSE);
    } else {
        schedule.type = isWide ? ElementType::U64 : ElementType::U32;
        schedule.form = "_runs";
    }
    *model = {{schedule, tuning, capabilities}, desc.keySize, hasValues ? static_cast<uint32_t>(sizeOf(desc.type)) : 0};
    Tuning adapted = tuning;
    adapted.flatSum = hasValues ? tuning.runValueFlatSum : tuning.selectFlatSum;
    adapted.spine = hasValues ? tuning.runValueSpine : tuning.selectSpine;
    const TileForm form;
    StageList stages(model, form);
    addStages(adapted, &stages);
    model->fillsStarts = stages.add(fillStage());
    model->maxCount = std::min<uint64_t>(model->maxCount, ~uint32_t{0});
    return Status::Success;
}

Status planReduceByKey(const RunModel& model, const ReduceByKeyArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    BufferList list;
    const auto [at, buffers, starts, capacity] = listReduceByKey(model, args, &list);
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;

    plan->stepCount = 0;
    const AccessList results = {buffers.output, buffers.total};
    if (results.count + buffers.scanning.count == 0)
        return Status::Success;
    auto push = pushOf<abi::ReduceByKeyPush>(args, at.head);
    push.inputAddress = args.input.address - at.head * model.keyBytes;
    push.outputAddress = args.unique.address;
    push.valuesAddress = args.values.address - at.head * model.valueBytes;
    push.reducedAddress = args.reduced.address;
    push.totalAddress = args.runCount.address;
    push.indirectAddress = args.indirect.field.address;
    push.capacity = static_cast<uint32_t>(capacity);
    push.divisor = args.indirect.divisor;
    push.lengthsAddress = args.lengths.address;
    push.startsAddress = args.starts.address;
    push.rounding = roundingOf(args.indirect);
    push.startsCapacity = static_cast<uint32_t>(starts.range.size / kWordBytes);
    if (starts.range.size > 0) // the words of real runs are written once more
        appendFill(plan, model, model.fillsStarts, args.starts.address, push.startsCapacity,
                   {buffers.countBuffer, starts}, args.count, args.countBuffer.address);
    appendPass(plan, model, at.stage, {at.positions, at.head, push, buffers});
    placeBarriers(plan);
    return Status::Success;
}

template <>
struct Record<ReduceByKeyArgs> {
    static constexpr auto kList = listReduceByKey;
    static constexpr auto kPlan = planReduceByKey;
    // First values are copied as they are, including NaNs.
    static OperationKernels kernels(const ReduceByKeyDesc& desc) noexcept
    {
        switch (desc.runValue) {
        case RunValue::First: return {"UniqueByKey", toString(desc.type), nullptr, abi::kOpAdd, kRunValueFamilies};
        case RunValue::None: return {"RunLengths", nullptr, nullptr, abi::kOpAdd, kRunFamilies};
        default: break;
        }
        return {"ReduceByKey", toString(desc.type), toString(desc.op), static_cast<uint32_t>(desc.op),
                kRunValueFamilies};
    }
};
template class ArrayOperationOf<ReduceByKeyDesc, ReduceByKeyArgs>;

} // namespace vkscan
