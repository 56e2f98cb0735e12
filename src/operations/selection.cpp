#include "operations/selection.h"

#include "operations/elements.h"
#include "plan/buffers.h"
#include "schedule/carry_strategy.h"
#include "select_abi.h"

#include <vkscan/axes.h>

#include <algorithm>

namespace vkscan {

static_assert(static_cast<uint32_t>(Condition::GreaterEqual) == abi::kTestGreaterEqual);

namespace {

Status checkPredicate(const Predicate& predicate) noexcept
{
    const ConditionRow* const condition = findRow(kConditions, predicate.condition);
    if (condition == nullptr)
        return {Argument::PredicateCondition, Rule::Invalid};
    const bool isTaken = predicate.type == ElementType::U32 || (condition->compares && sizeOf(predicate.type) == 4);
    return isTaken ? Status::Success : Status(Argument::PredicateType, Rule::Invalid);
}

// Fits words of elements, in two rows, into shared memory.
struct SelectionForm final : TileForm {
    void fit(const Schedule& schedule, StageDesc* stage) const noexcept override
    {
        Geometry& geometry = stage->geometry;
        geometry.rows = std::min(geometry.rows, abi::kMaxSelectRows);
        const auto sharedBytes = [&] {
            const Geometry staged = {geometry.workgroupSize, std::min(geometry.rows, 2u)};
            return staged.tileElements(schedule.desc.type) * sizeof(uint32_t) +
                   totalsBytes(staged, schedule.desc.stateWords + 1) + kSharedRest;
        };
        while (sharedBytes() > schedule.capabilities.maxSharedBytes)
            geometry.workgroupSize /= 2;
    }
};

} // namespace

Status checkOperand(const SelectionModel& model, const Scalar& operand) noexcept
{
    if (model.test < abi::kTestAnyBit)
        return operand.hasValue() ? Status(Argument::Operand, Rule::Incompatible) : Status::Success;
    return operand.hasValue() && operand.type() == model.testType ? Status::Success
                                                                  : Status(Argument::Operand, Rule::WrongType);
}

Status selectionModel(const CompactDesc& desc, uint32_t buckets, const Tuning& tuning, const Capabilities& capabilities,
                      SelectionModel* model) noexcept
{
    const Status checked = checkPredicate(desc.predicate);
    if (checked != Status::Success)
        return checked;
    const bool isSmall = desc.elementSize == 1 || desc.elementSize == 2;
    if ((desc.elementSize % sizeof(uint32_t) != 0 && !isSmall) || desc.elementSize > kMaxElementSize)
        return {Argument::ElementSize, Rule::Invalid};
    ScheduleDesc schedule;
    const Status taken = takeStrategy(desc, capabilities, &schedule);
    if (taken != Status::Success)
        return taken;
    const auto test = static_cast<uint32_t>(desc.predicate.condition);
    const auto payloadWords = static_cast<uint32_t>(divideRoundingUp<uint64_t>(desc.elementSize, sizeof(uint32_t)));
    schedule.form = "_select";
    schedule.stateWords = buckets; // a count for each
    schedule.boundedTiles = kBoundedTiles;
    schedule.isShifted = false;
    schedule.constants.set(abi::kIdExclusive, VK_TRUE);
    schedule.constants.set(abi::kIdTupleSize, buckets);
    schedule.constants.set(abi::kIdTest, test);
    schedule.constants.set(abi::kIdTestType, static_cast<uint32_t>(desc.predicate.type));
    schedule.constants.set(abi::kIdPayloadWords, payloadWords);
    if (isSmall)
        takeStored(desc.elementSize == 1 ? StoredType::U8 : StoredType::U16, StoredType::Same, &schedule);
    *model = {{schedule, tuning, capabilities}, test, desc.predicate.type, buckets, payloadWords};
    model->elementBytes = isSmall ? desc.elementSize : std::max<VkDeviceSize>(payloadWords, 1) * kWordBytes;
    Tuning own = tuning;
    own.flatSum = tuning.selectFlatSum;
    own.spine = tuning.selectSpine;
    const SelectionForm form;
    StageList stages(model, form);
    addStages(own, &stages);
    model->maxCount = std::min<uint64_t>(model->maxCount, ~uint32_t{0});
    const uint32_t last = model->stageCount - 1;
    const bool hasSpans = !(*model)[last].isChoice && (*model)[last].fallback == abi::kFallbackNone; // ReduceThenScan's
    if (hasSpans)
        model->reduceSpans = last;
    if (buckets == 1)
        return Status::Success;
    if (capabilities.bufferInt64Atomics)
        model->reduceArray = stages.add(reduceArrayStage(own, stages));
    if (hasSpans || !capabilities.bufferInt64Atomics) {
        if (!hasSpans)
            model->reduceSpans = stages.add(reduceSpansStage(own, stages));
        model->reduceSlots = stages.add(reduceSlotsStage(own));
    }
    for (const uint32_t counting : {model->reduceArray, model->reduceSpans})
        if (counting != kNoStage)
            model->maxCount = std::min(model->maxCount, (*model)[counting].maxPositions);
    return Status::Success;
}

namespace {

// The stage that counts first, for a stage that writes.
uint32_t countingStage(const SelectionModel& model, uint32_t stage) noexcept
{
    const bool isSpans = model[stage].strategy == Strategy::ReduceThenScan;
    return isSpans || model.reduceArray == kNoStage ? model.reduceSpans : model.reduceArray;
}

// Where in scratch the beginnings of buckets lie, but the first's: behind all slots, and in words like theirs, so that
// no later run takes them for its own.
VkDeviceSize startsOffset(const SelectionModel& model, uint32_t stage, uint64_t positions) noexcept
{
    return std::max(recordingScratchSize(model, stage, positions),
                    recordingScratchSize(model, countingStage(model, stage), positions));
}

VkDeviceSize startsBytes(const SelectionModel& model) noexcept
{
    return (model.buckets - 1) * abi::kScratchWordBytes;
}

VkDeviceSize testedBytes(uint32_t test, uint64_t count) noexcept
{
    const uint64_t perWord = test == abi::kTestFlagBits ? 32 : test == abi::kTestFlagBytes ? 4 : 1;
    return (count + perWord - 1) / perWord * kWordBytes;
}

uint64_t capacityOf(BufferRange range, VkDeviceSize element) noexcept
{
    return std::min<uint64_t>(range.size / element, ~uint32_t{0});
}

// Whether the output receives the elements of all buckets, one bucket behind the other.
bool sharesOutput(const SelectionModel& model, const SelectionArgs& args) noexcept
{
    return model.buckets > 1 && isAbsent(args.rest) && !isAbsent(args.output);
}

struct SelectionBuffers {
    Access tested;
    Access input;
    Access output;
    Access rest;
    Access countBuffer;
    Access total;
    Access indirect;
    Access scratch;
};

// Lists what is tested, read and written of the elements.
void listElements(const SelectionModel& model, const SelectionArgs& args, BufferList* list,
                  SelectionBuffers* buffers) noexcept
{
    const VkDeviceSize element = model.elementBytes;
    const VkDeviceSize alignment = elementAlignment(element);
    const bool testsInput = isAbsent(args.tested);
    const bool mayTestInput = model.test >= abi::kTestAnyBit && element == kWordBytes;
    buffers->tested = list->read(Argument::Tested, args.tested, testedBytes(model.test, args.count), kWordBytes,
                                 mayTestInput ? Presence::Optional : Presence::IfTouched);
    const bool readsInput = model.payloadWords > 0 || testsInput;
    buffers->input = list->read(Argument::Input, args.input, readsInput ? args.count * element : 0, alignment);
    if (testsInput)
        buffers->tested = buffers->input;
    // Where buckets share the output, it takes all elements; else its size is how many. An absent one takes none.
    const auto writtenBytes = [&](BufferRange given) {
        return std::min(capacityOf(given, element), args.count) * element;
    };
    if (sharesOutput(model, args))
        buffers->output = list->write(Argument::Output, args.output, args.count * element, alignment);
    else
        buffers->output =
            list->writeSized(Argument::Output, args.output, writtenBytes(args.output), alignment, Presence::Optional);
    buffers->rest = list->writeSized(Argument::Rest, args.rest, writtenBytes(args.rest), alignment, Presence::Optional);
}

SelectionBuffers listBuffers(const SelectionModel& model, const SelectionArgs& args, VkDeviceSize scratchBytes,
                             BufferList* list) noexcept
{
    SelectionBuffers buffers;
    listElements(model, args, list, &buffers);
    buffers.countBuffer = list->countBuffer(args.countBuffer);
    buffers.total = list->write(Argument::SelectedCount, args.total, kWordBytes, kWordBytes, Presence::Optional);
    buffers.indirect = list->indirect(args.indirect);
    buffers.scratch = list->scratch(args.scratch, scratchBytes);
    return buffers;
}

abi::SelectPush selectPushOf(const SelectionModel& model, const SelectionArgs& args,
                             const SelectionBuffers& buffers) noexcept
{
    const VkDeviceSize element = model.elementBytes;
    auto push = pushOf<abi::SelectPush>(args, 0);
    push.inputAddress = buffers.input.range.address;
    push.outputAddress = buffers.output.range.address;
    push.operand = args.operand;
    push.testedAddress = buffers.tested.range.address;
    push.restAddress = buffers.rest.range.address;
    push.capacity = static_cast<uint32_t>(capacityOf(args.output, element));
    push.restCapacity = static_cast<uint32_t>(capacityOf(args.rest, element));
    push.divisor = args.indirect.divisor;
    push.rounding = roundingOf(args.indirect);
    return push;
}

} // namespace

VkDeviceSize scratchSize(const SelectionModel& model, uint64_t maxCount) noexcept
{
    return mostBytes(model, std::min(maxCount, model.maxCount), [&](uint32_t stage, uint64_t count) {
        return model.buckets == 1 ? recordingScratchSize(model, stage, count)
                                  : startsOffset(model, stage, count) + startsBytes(model);
    });
}

Status planSelection(const SelectionModel& model, const SelectionArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    const uint32_t stage = chooseStage(model, args.count);
    const bool countsFirst = sharesOutput(model, args);
    const VkDeviceSize starts = countsFirst ? startsOffset(model, stage, args.count) : 0;
    const VkDeviceSize scratchBytes =
        countsFirst ? starts + startsBytes(model) : recordingScratchSize(model, stage, args.count);
    BufferList list;
    const SelectionBuffers buffers = listBuffers(model, args, scratchBytes, &list);
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;

    plan->stepCount = 0;
    const AccessList results = {buffers.output, buffers.rest, buffers.total, buffers.indirect};
    if (results.count == 0)
        return Status::Success;

    abi::SelectPush push = selectPushOf(model, args, buffers);
    const auto append = [&](uint32_t step, uint64_t groups, bool moves, bool tells) {
        const bool tests = step != model.reduceSlots;
        const Access none;
        const AccessList accesses = {tests ? buffers.tested : none, tests ? buffers.countBuffer : none,
                                     moves ? buffers.input : none,  moves ? buffers.output : none,
                                     moves ? buffers.rest : none,   buffers.scratch,
                                     tells ? buffers.total : none,  tells ? buffers.indirect : none};
        push.totalAddress = tells ? args.total.address : 0;
        push.indirectAddress = tells ? args.indirect.field.address : 0;
        const VkDeviceAddress startsAddress = args.scratch.address + starts;
        push.newStartsAddress = tells && countsFirst ? startsAddress : 0;
        push.startsAddress = !countsFirst ? readableAddress(accesses)
                             : moves      ? startsAddress + abi::kPresent
                                          : startsAddress;
        appendStep(plan, model, step, groups, push, accesses);
    };
    const auto groupsOf = [&](uint32_t step) { return workgroupCount(model, model[step], args.count); };
    const uint32_t counting = countingStage(model, stage);
    const bool isSpans = counting == model.reduceSpans;
    if (countsFirst || model[stage].strategy == Strategy::ReduceThenScan)
        append(counting, groupsOf(counting), false, countsFirst && !isSpans);
    if (countsFirst && isSpans) {
        push.spans = static_cast<uint32_t>(groupsOf(counting));
        append(model.reduceSlots, 1, false, true);
    }
    append(stage, groupsOf(stage), true, !countsFirst);
    if (model[stage].strategy == Strategy::SpineWithFallback)
        append(stage + 1, groupsOf(stage + 1), true, !countsFirst);
    placeBarriers(plan);
    return Status::Success;
}

} // namespace vkscan
