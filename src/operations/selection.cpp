#include "operations/selection.h"

#include "operations/scan.h"
#include "plan/buffers.h"

#include <algorithm>

namespace vkscan {

static_assert(static_cast<uint32_t>(Condition::GreaterEqual) == abi::kTestGreaterEqual);

const char* toString(Condition condition) noexcept
{
    switch (condition) {
    case Condition::FlagBits: return "flag bits";
    case Condition::FlagBytes: return "flag bytes";
    case Condition::FlagWords: return "flag words";
    case Condition::AnyBit: return "any bit";
    case Condition::Equal: return "equal";
    case Condition::NotEqual: return "not equal";
    case Condition::Less: return "less";
    case Condition::LessEqual: return "less or equal";
    case Condition::Greater: return "greater";
    case Condition::GreaterEqual: return "greater or equal";
    }
    return "not a vkscan::Condition";
}

namespace {

Status checkPredicate(const Predicate& predicate) noexcept
{
    if (predicate.condition < Condition::FlagBits || predicate.condition > Condition::GreaterEqual)
        return {Argument::PredicateCondition, Rule::Invalid};
    const bool compares = predicate.condition > Condition::AnyBit;
    if (predicate.type < ElementType::U32 || predicate.type > (compares ? ElementType::F32 : ElementType::U32))
        return {Argument::PredicateType, Rule::Invalid};
    return Status::Success;
}

} // namespace

Status checkOperand(const SelectionModel& model, const Scalar& operand) noexcept
{
    if (model.test < abi::kTestAnyBit)
        return operand.hasValue() ? Status(Argument::Operand, Rule::Incompatible) : Status::Success;
    return operand.hasValue() && operand.type() == model.testType ? Status::Success
                                                                  : Status(Argument::Operand, Rule::WrongType);
}

Status predicateModel(const CompactDesc& desc, uint32_t buckets, const Tuning& tuning, const Capabilities& capabilities,
                      SelectionModel* model) noexcept
{
    const Status checked = checkPredicate(desc.predicate);
    if (checked != Status::Success)
        return checked;
    return selectionModel({.test = static_cast<uint32_t>(desc.predicate.condition),
                           .testType = desc.predicate.type,
                           .buckets = buckets,
                           .elementSize = desc.elementSize,
                           .strategy = desc.strategy,
                           .assumeForwardProgress = desc.assumeForwardProgress,
                           .maxCount = desc.maxCount},
                          tuning, capabilities, model);
}

Status selectionModel(const SelectionDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                      SelectionModel* model) noexcept
{
    if (desc.elementSize % sizeof(uint32_t) != 0 || desc.elementSize > kMaxElementSize)
        return {Argument::ElementSize, Rule::Invalid};
    ScanDesc scan = scanDescOf(desc);
    scan.kind = Kind::Exclusive;
    ScheduleDesc schedule;
    const Status described = describeSchedule(scan, capabilities, &schedule);
    if (described != Status::Success)
        return described;
    schedule.form = KernelForm::Select;
    schedule.stateWords = desc.buckets; // a count for each
    schedule.flatSum = &Tuning::selectFlatSum;
    schedule.spine = &Tuning::selectSpine;
    const auto payloadWords = static_cast<uint32_t>(desc.elementSize / sizeof(uint32_t));
    schedule.constants.set(abi::kIdTupleSize, desc.buckets);
    schedule.constants.set(abi::kIdTest, desc.test);
    schedule.constants.set(abi::kIdTestType, static_cast<uint32_t>(desc.testType));
    schedule.constants.set(abi::kIdPayloadWords, payloadWords);
    *model = {{schedule, tuning, capabilities}, desc.test, desc.testType, desc.buckets, payloadWords};
    model->maxCount = std::min<uint64_t>({model->maxCount, (*model)[Stage::ReduceSpans].maxPositions, ~uint32_t{0}});
    if (desc.buckets == 1)
        return Status::Success;
    // Stages that a recording may take to count first.
    const bool single = capabilities.bufferInt64Atomics;
    if (single)
        model->use(Stage::ReduceArray);
    if (!single || (*model)[Stage::ScanSpans].isUsed) {
        model->use(Stage::ReduceSpans);
        model->use(Stage::ReduceSlots);
    }
    return Status::Success;
}

namespace {

// The stages that count what each bucket holds, before any of it is written.
bool countsInOneStep(const SelectionModel& model, Stage stage) noexcept
{
    return stage != Stage::ScanSpans && model.capabilities.bufferInt64Atomics;
}

// Where in scratch the beginnings of buckets are told, but the first's: behind all slots, and in words like theirs, so
// that no later run takes them for its own.
VkDeviceSize startsOffset(const SelectionModel& model, Stage stage, uint64_t positions) noexcept
{
    const Stage counting = countsInOneStep(model, stage) ? Stage::ReduceArray : Stage::ReduceSpans;
    return std::max(recordingScratchSize(model, stage, positions), recordingScratchSize(model, counting, positions));
}

VkDeviceSize startsBytes(const SelectionModel& model) noexcept
{
    return (model.buckets - 1) * abi::kScratchWordBytes;
}

// Bytes of one that is written, and its alignment.
VkDeviceSize elementBytes(const SelectionModel& model) noexcept
{
    return std::max<VkDeviceSize>(model.payloadWords, 1) * kWordBytes;
}

VkDeviceSize elementAlignment(const SelectionModel& model) noexcept
{
    const VkDeviceSize bytes = elementBytes(model);
    return std::min<VkDeviceSize>(bytes & (~bytes + 1), abi::kVectorBytes);
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
    const VkDeviceSize element = elementBytes(model);
    const VkDeviceSize alignment = elementAlignment(model);
    const bool testsInput = isAbsent(args.tested);
    const bool mayTestInput = model.test >= abi::kTestAnyBit && element == kWordBytes;
    buffers->tested = list->read(Argument::Tested, args.tested, testedBytes(model.test, args.count), kWordBytes,
                                 mayTestInput ? Presence::Optional : Presence::Required);
    if (model.payloadWords > 0 || testsInput)
        buffers->input = list->read(Argument::Input, args.input, args.count * element, alignment);
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
    if (args.count > 0)
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
    const VkDeviceSize element = elementBytes(model);
    auto push = pushOf<abi::SelectPush>(args, 0);
    push.inputAddress = buffers.input.range.address;
    push.outputAddress = buffers.output.range.address;
    push.operand = args.operand;
    push.testedAddress = buffers.tested.range.address;
    push.restAddress = buffers.rest.range.address;
    push.capacity = static_cast<uint32_t>(capacityOf(args.output, element));
    push.restCapacity = static_cast<uint32_t>(capacityOf(args.rest, element));
    push.divisor = args.indirect.divisor;
    push.roundUp = args.indirect.rounding == Rounding::Up ? 1 : 0;
    return push;
}

} // namespace

VkDeviceSize scratchSize(const SelectionModel& model, uint64_t maxCount) noexcept
{
    const uint64_t count = std::min(maxCount, model.maxCount);
    const VkDeviceSize scan = scratchSize(static_cast<const Schedule&>(model), count);
    if (model.buckets == 1)
        return scan;
    const VkDeviceSize counting = std::max(recordingScratchSize(model, Stage::ReduceArray, count),
                                           recordingScratchSize(model, Stage::ReduceSpans, count));
    return std::max(scan, counting) + startsBytes(model);
}

Status planSelection(const SelectionModel& model, const SelectionArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    const Stage stage = chooseStage(model, args.count);
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
    const auto append = [&](Stage step, uint64_t groups, bool moves, bool tells) {
        const bool tests = step != Stage::ReduceSlots;
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
    const bool oneStep = countsInOneStep(model, stage);
    if (countsFirst && oneStep)
        append(Stage::ReduceArray, workgroupCount(model, Stage::ReduceArray, args.count), false, true);
    if (stage == Stage::ScanSpans || (countsFirst && !oneStep))
        append(Stage::ReduceSpans, workgroupCount(model, Stage::ReduceSpans, args.count), false, false);
    if (countsFirst && !oneStep) {
        push.spans = plan->steps[plan->stepCount - 1].groupCount[0];
        append(Stage::ReduceSlots, 1, false, true);
    }
    append(stage, workgroupCount(model, stage, args.count), true, !countsFirst);
    placeBarriers(plan);
    return Status::Success;
}

} // namespace vkscan
