#include "operations/compact.h"

#include "custom_abi.h"
#include "operations/custom_kernels.h"
#include "operations/elements.h"
#include "schedule/carry_strategy.h"
#include "schedule/record.h"
#include "select_abi.h"

#include <vkscan/select.h>
#include <vkscan/types.h>

#include <algorithm>
#include <limits>

namespace vkscan {

namespace families {
extern const KernelFamily select;
}

static_assert(static_cast<uint32_t>(Condition::GreaterEqual) == abi::kTestGreaterEqual);

namespace {

constexpr const KernelFamily* kCompactFamilies[] = {&families::select};
constexpr uint32_t kMostElements = std::numeric_limits<uint32_t>::max();

// The model of a compaction by a user's kernels.
Status customModel(const CompactDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                   CompactModel* model) noexcept
{
    const CompactDesc untouched;
    if (desc.predicate.condition != untouched.predicate.condition || desc.predicate.type != untouched.predicate.type ||
        desc.elementSize != untouched.elementSize || desc.withRest)
        return {Argument::Kernels, Rule::Incompatible};
    ScheduleDesc schedule;
    schedule.isShifted = false;
    for (const Status checked :
         {takeWaiting(desc, &schedule), takeKernels(desc.kernels, KernelUse::Selection, &schedule)})
        if (checked != Status::Success)
            return checked;
    *model = {{schedule, tuning, capabilities}};
    const TileForm form;
    StageList stages(model, form);
    addStages(tuning, &stages);
    model->maxCount = std::min<uint64_t>(model->maxCount, kMostElements);
    return Status::Success;
}

// Elements that an output has room for.
uint64_t capacityOf(const BufferRange& output, VkDeviceSize element) noexcept
{
    return std::min<uint64_t>(output.size / element, kMostElements);
}

ListedPass listCustomCompact(const CompactModel& model, const CompactArgs& args, BufferList* list) noexcept
{
    const uint64_t element = model.elementBytes;
    ListedPass pass = {{0, args.count, chooseStage(model, args.count)}, {}};
    PassBuffers& buffers = pass.buffers;
    buffers.input = listInput(model, Argument::Input, args.input, args.count, list);
    if (model.desc.custom.stores)
        buffers.output = listOutput(model, Argument::Output, args.output, args.count, list);
    else
        buffers.output = list->writeSized(Argument::Output, args.output,
                                          std::min(capacityOf(args.output, element), args.count) * element,
                                          elementAlignment(element), Presence::Optional);
    list->refuse(Argument::Rest, args.rest);
    list->refuse(Argument::Tested, args.tested);
    list->require(!args.operand.hasValue(), {Argument::Operand, Rule::Incompatible});
    buffers.countBuffer = list->countBuffer(args.countBuffer);
    list->groups(args.groups);
    buffers.total =
        list->write(Argument::SelectedCount, args.selectedCount, kWordBytes, kWordBytes, Presence::Optional);
    buffers.scanning.append(list->indirect(args.indirect));
    buffers.scratch = list->scratch(args.scratch, recordingScratchSize(model, pass.at.stage, args.count));
    return pass;
}

Status planCustom(const CompactModel& model, const CompactArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    const ScheduleDesc& desc = model.desc;
    BufferList list;
    const auto [at, buffers] = listCustomCompact(model, args, &list);
    Status checked = list.check();
    if (checked == Status::Success)
        checked = checkParameters(args.parameters, desc);
    if (checked != Status::Success)
        return checked;

    plan->stepCount = 0;
    const bool mayStore = args.count > 0 && desc.custom.stores; // STORE may write at any address
    const AccessList results = {buffers.output, buffers.total};
    if (results.count + buffers.scanning.count == 0 && !mayStore)
        return Status::Success;
    auto select = pushOf<abi::CustomSelectPush>(args, 0);
    select.inputAddress = args.input.address;
    select.outputAddress = args.output.address;
    select.totalAddress = args.selectedCount.address;
    select.indirectAddress = args.indirect.field.address;
    select.capacity =
        static_cast<uint32_t>(desc.custom.stores ? kMostElements : capacityOf(args.output, model.elementBytes));
    select.divisor = args.indirect.divisor;
    select.rounding = roundingOf(args.indirect);
    PushConstants push = select;
    setParameters(args.parameters, abi::kParametersOffset, &push);
    appendPass(plan, model, at.stage, {args.count, 0, push, buffers});
    placeBarriers(plan);
    return Status::Success;
}

Status checkPredicate(const Predicate& predicate) noexcept
{
    const ConditionRow* const condition = findRow(kConditions, predicate.condition);
    if (condition == nullptr)
        return {Argument::PredicateCondition, Rule::Invalid};
    const bool isTaken = predicate.type == ElementType::U32 || (condition->compares && sizeOf(predicate.type) == 4);
    return isTaken ? Status::Success : Status(Argument::PredicateType, Rule::Invalid);
}

// Fits words of elements, two rows of them, into shared memory.
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

// The model of a compaction by a predicate.
Status predicateModel(const CompactDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                      CompactModel* model) noexcept
{
    const Status checked = checkPredicate(desc.predicate);
    if (checked != Status::Success)
        return checked;
    const bool isSmall = desc.elementSize == 1 || desc.elementSize == 2;
    if ((desc.elementSize % sizeof(uint32_t) != 0 && !isSmall) || desc.elementSize > kMaxElementSize)
        return {Argument::ElementSize, Rule::Invalid};
    ScheduleDesc schedule;
    const Status taken = takeWaiting(desc, &schedule);
    if (taken != Status::Success)
        return taken;
    const uint32_t buckets = desc.withRest ? 2 : 1;
    const auto test = static_cast<uint32_t>(desc.predicate.condition);
    const auto payloadWords = static_cast<uint32_t>(divideRoundingUp<uint64_t>(desc.elementSize, sizeof(uint32_t)));
    schedule.form = "_select";
    schedule.stateWords = buckets; // a count for each bucket
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
    Tuning adapted = tuning;
    adapted.flatSum = tuning.selectFlatSum;
    adapted.spine = tuning.selectSpine;
    const SelectionForm form;
    StageList stages(model, form);
    addStages(adapted, &stages);
    model->maxCount = std::min<uint64_t>(model->maxCount, kMostElements);
    for (const Stage& stage : model->stages) // the stages of two passes
        if (stage.before != kNoStage)
            model->reduceSpans = stage.before;
    const bool hasSpans = model->reduceSpans != kNoStage;
    if (buckets == 1)
        return Status::Success;
    if (capabilities.bufferInt64Atomics)
        model->reduceArray = stages.add(reduceArrayStage(adapted, stages));
    if (hasSpans || !capabilities.bufferInt64Atomics) {
        if (!hasSpans)
            model->reduceSpans = stages.add(reduceSpansStage(adapted, stages));
        model->reduceSlots = stages.add(reduceSlotsStage(adapted));
    }
    for (const uint32_t counting : {model->reduceArray, model->reduceSpans})
        if (counting != kNoStage)
            model->maxCount = std::min(model->maxCount, (*model)[counting].maxPositions);
    return Status::Success;
}

// The stage that counts before a stage that writes.
uint32_t countingStage(const CompactModel& model, uint32_t stage) noexcept
{
    const bool isSpans = model[stage].before != kNoStage;
    return isSpans || model.reduceArray == kNoStage ? model.reduceSpans : model.reduceArray;
}

// The offset in scratch of the beginnings of all buckets but the first. They follow all slots, in words of the same
// kind, so that no later run mistakes them for its own.
VkDeviceSize startsOffset(const CompactModel& model, uint32_t stage, uint64_t positions) noexcept
{
    return std::max(recordingScratchSize(model, stage, positions),
                    recordingScratchSize(model, countingStage(model, stage), positions));
}

VkDeviceSize startsBytes(const CompactModel& model) noexcept
{
    return (model.buckets - 1) * abi::kScratchWordBytes;
}

VkDeviceSize testedBytes(uint32_t test, uint64_t count) noexcept
{
    const uint64_t perWord = test == abi::kTestFlagBits ? 32 : test == abi::kTestFlagBytes ? 4 : 1;
    return (count + perWord - 1) / perWord * kWordBytes;
}

// Whether the output receives the elements of all buckets, one bucket after the other.
bool sharesOutput(const CompactModel& model, const CompactArgs& args) noexcept
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

// Lists the ranges that are tested, read and written.
void listElements(const CompactModel& model, const CompactArgs& args, BufferList* list,
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
    // An output that buckets share receives all elements. Others receive as many as their size allows, absent ones
    // none.
    const auto writtenBytes = [&](BufferRange given) {
        return std::min(capacityOf(given, element), args.count) * element;
    };
    if (sharesOutput(model, args))
        buffers->output = list->write(Argument::Output, args.output, args.count * element, alignment);
    else
        buffers->output =
            list->writeSized(Argument::Output, args.output, writtenBytes(args.output), alignment, Presence::Optional);
    if (model.buckets > 1)
        buffers->rest =
            list->writeSized(Argument::Rest, args.rest, writtenBytes(args.rest), alignment, Presence::Optional);
    else
        list->refuse(Argument::Rest, args.rest);
}

SelectionBuffers listSelection(const CompactModel& model, const CompactArgs& args, BufferList* list) noexcept
{
    const uint32_t stage = chooseStage(model, args.count);
    SelectionBuffers buffers;
    listElements(model, args, list, &buffers);
    buffers.countBuffer = list->countBuffer(args.countBuffer);
    list->groups(args.groups);
    buffers.total =
        list->write(Argument::SelectedCount, args.selectedCount, kWordBytes, kWordBytes, Presence::Optional);
    buffers.indirect = list->indirect(args.indirect);
    buffers.scratch = list->scratch(args.scratch, sharesOutput(model, args)
                                                      ? startsOffset(model, stage, args.count) + startsBytes(model)
                                                      : recordingScratchSize(model, stage, args.count));
    return buffers;
}

void listCompact(const CompactModel& model, const CompactArgs& args, BufferList* list) noexcept
{
    if (isCustom(model.desc))
        listCustomCompact(model, args, list);
    else
        listSelection(model, args, list);
}

abi::SelectPush selectPushOf(const CompactModel& model, const CompactArgs& args,
                             const SelectionBuffers& buffers) noexcept
{
    const VkDeviceSize element = model.elementBytes;
    auto push = pushOf<abi::SelectPush>(args, 0);
    push.inputAddress = buffers.input.range.address;
    push.outputAddress = buffers.output.range.address;
    push.operand = static_cast<uint32_t>(args.operand.bits());
    push.testedAddress = buffers.tested.range.address;
    push.restAddress = buffers.rest.range.address;
    push.capacity = static_cast<uint32_t>(capacityOf(args.output, element));
    push.restCapacity = static_cast<uint32_t>(capacityOf(args.rest, element));
    push.divisor = args.indirect.divisor;
    push.rounding = roundingOf(args.indirect);
    return push;
}

Status checkOperand(const CompactModel& model, const Scalar& operand) noexcept
{
    if (model.test < abi::kTestAnyBit)
        return operand.hasValue() ? Status(Argument::Operand, Rule::Incompatible) : Status::Success;
    return operand.hasValue() && operand.type() == model.testType ? Status::Success
                                                                  : Status(Argument::Operand, Rule::WrongType);
}

} // namespace

Status makeModel(const CompactDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 CompactModel* model) noexcept
{
    return desc.kernels.count > 0 ? customModel(desc, tuning, capabilities, model)
                                  : predicateModel(desc, tuning, capabilities, model);
}

VkDeviceSize scratchSize(const CompactModel& model, uint64_t maxCount) noexcept
{
    return mostBytes(model, std::min(maxCount, model.maxCount), [&](uint32_t stage, uint64_t count) {
        return model.buckets == 1 ? recordingScratchSize(model, stage, count)
                                  : startsOffset(model, stage, count) + startsBytes(model);
    });
}

Status planCompact(const CompactModel& model, const CompactArgs& args, Plan* plan) noexcept
{
    if (isCustom(model.desc))
        return planCustom(model, args, plan);
    for (const Status checked : {checkOperand(model, args.operand), checkParameters(args.parameters, model.desc)})
        if (checked != Status::Success)
            return checked;
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    const uint32_t stage = chooseStage(model, args.count);
    const bool countsFirst = sharesOutput(model, args);
    const VkDeviceSize starts = countsFirst ? startsOffset(model, stage, args.count) : 0;
    BufferList list;
    const SelectionBuffers buffers = listSelection(model, args, &list);
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
        push.totalAddress = tells ? args.selectedCount.address : 0;
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
    if (countsFirst || model[stage].before != kNoStage)
        append(counting, groupsOf(counting), false, countsFirst && !isSpans);
    if (countsFirst && isSpans) {
        push.spans = static_cast<uint32_t>(groupsOf(counting));
        append(model.reduceSlots, 1, false, true);
    }
    append(stage, groupsOf(stage), true, !countsFirst);
    const uint32_t recovery = model[stage].recovery;
    if (recovery != kNoStage)
        append(recovery, groupsOf(recovery), true, !countsFirst);
    placeBarriers(plan);
    return Status::Success;
}

template <>
struct Record<CompactArgs> {
    static constexpr auto kList = listCompact;
    static constexpr auto kPlan = planCompact;
    static OperationKernels kernels(const CompactDesc& desc) noexcept
    {
        return {"Compact", nullptr, nullptr, abi::kOpAdd, kCompactFamilies, desc.kernels};
    }
};
template class ArrayOperationOf<CompactDesc, CompactArgs>;

} // namespace vkscan
