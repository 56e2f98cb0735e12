#include "range_check.h"
#include "scan_steps.h"
#include "selection.h"

#include <algorithm>

namespace vkscan {

namespace {

constexpr VkDeviceSize kWordBytes = sizeof(uint32_t);

// The stages that count what each bucket holds, before any of it is written.
bool countsInOneStep(const ScanModel& model, Stage stage) noexcept
{
    return stage != Stage::ScanSpans && model.capabilities.bufferInt64Atomics;
}

// Where in scratch buckets' beginnings are told: behind all slots, and in words like theirs, so that no later run takes
// them for its own.
VkDeviceSize startsOffset(const ScanModel& model, Stage stage, uint64_t positions) noexcept
{
    const Stage counting = countsInOneStep(model, stage) ? Stage::ReduceArray : Stage::ReduceSpans;
    return std::max(recordingScratchSize(model, stage, positions), recordingScratchSize(model, counting, positions));
}

VkDeviceSize startsBytes(const ScanModel& model) noexcept
{
    return model.desc.tupleSize * abi::kScratchWordBytes;
}

// Bytes of one that is written, and its alignment.
VkDeviceSize elementBytes(const ScanModel& model) noexcept
{
    return std::max<VkDeviceSize>(model.selection->payloadWords, 1) * kWordBytes;
}

VkDeviceSize elementAlignment(const ScanModel& model) noexcept
{
    const VkDeviceSize bytes = elementBytes(model);
    return std::min<VkDeviceSize>(bytes & (~bytes + 1), abi::kVectorBytes);
}

VkDeviceSize testedBytes(uint32_t test, uint64_t count) noexcept
{
    const uint64_t perWord = test == abi::kTestFlagBits ? 32 : test == abi::kTestFlagBytes ? 4 : 1;
    return (count + perWord - 1) / perWord * kWordBytes;
}

// The ranges as they are touched.
struct Ranges {
    BufferRange input;
    BufferRange tested;
    BufferRange countBuffer;
    BufferRange output;
    BufferRange rest;
    BufferRange total;
    BufferRange indirect;
    BufferRange scratch;
};

uint64_t capacityOf(BufferRange range, VkDeviceSize element) noexcept
{
    return std::min<uint64_t>(range.size / element, ~uint32_t{0});
}

Ranges rangesOf(const ScanModel& model, const SelectionArgs& args) noexcept
{
    const Selection& selection = *model.selection;
    const VkDeviceSize element = elementBytes(model);
    const bool testsInput = args.tested.address == 0;
    Ranges ranges;
    if (args.count > 0) {
        if (selection.payloadWords > 0 || testsInput)
            ranges.input = {args.input.address, args.count * element};
        ranges.tested = {testsInput ? args.input.address : args.tested.address,
                         testedBytes(selection.test, args.count)};
        ranges.output = {args.output.address, std::min(capacityOf(args.output, element), args.count) * element};
        ranges.rest = {args.rest.address, std::min(capacityOf(args.rest, element), args.count) * element};
    }
    ranges.countBuffer = wordRange(args.countBuffer);
    const bool tellsOffsets = selection.test == abi::kTestDigit;
    if (args.total.address != 0)
        ranges.total = {args.total.address, tellsOffsets ? (model.desc.tupleSize + 1) * kWordBytes : kWordBytes};
    ranges.indirect = wordRange(args.indirect.field);
    return ranges;
}

Status checkTested(const ScanModel& model, const SelectionArgs& args, BufferRange tested) noexcept
{
    if (args.tested.address != 0)
        return checkRange(args.tested, kWordBytes, tested.size,
                          {Status::TestedNull, Status::TestedMisaligned, Status::TestedTooSmall});
    const bool testsWords = model.selection->test >= abi::kTestAnyBit;
    return testsWords && elementBytes(model) == kWordBytes ? Status::Success : Status::TestedNull;
}

Status checkArguments(const ScanModel& model, const SelectionArgs& args, const Ranges& ranges) noexcept
{
    const VkDeviceSize alignment = elementAlignment(model);
    Status status = Status::Success;
    const auto check = [&](BufferRange given, VkDeviceSize aligned, VkDeviceSize size, const RangeStatuses& statuses) {
        if (status == Status::Success)
            status = checkRange(given, aligned, size, statuses);
    };
    if (args.count > 0) {
        status = checkTested(model, args, ranges.tested);
        if (ranges.input.size > 0)
            check(args.input, alignment, ranges.input.size,
                  {Status::InputNull, Status::InputMisaligned, Status::InputTooSmall});
        // Where all buckets share the output, it takes all elements; else its size is how many.
        const bool takesAll = model.desc.tupleSize > 1 && args.rest.address == 0;
        check(args.output, alignment, takesAll ? args.count * elementBytes(model) : 0,
              {Status::OutputNull, Status::OutputMisaligned, Status::OutputTooSmall});
        check(args.rest, alignment, 0, {Status::Success, Status::RestMisaligned, Status::Success});
    }
    if (status == Status::Success)
        status = checkCountBuffer(args.countBuffer);
    check(args.total, kWordBytes, ranges.total.size,
          {Status::Success, Status::SelectedCountMisaligned, Status::SelectedCountTooSmall});
    if (status == Status::Success)
        status = checkIndirect(args.indirect);
    return status == Status::Success ? checkScratch(args.scratch, ranges.scratch.size) : status;
}

Status checkOverlaps(const Ranges& ranges) noexcept
{
    const struct {
        BufferRange range;
        Status status;
    } writes[] = {{ranges.output, Status::OutputOverlaps},
                  {ranges.rest, Status::RestOverlaps},
                  {ranges.total, Status::SelectedCountOverlaps},
                  {ranges.indirect, Status::IndirectOverlaps},
                  {ranges.scratch, Status::ScratchOverlaps}};
    for (const auto& write : writes) {
        for (const BufferRange& read : {ranges.input, ranges.tested, ranges.countBuffer})
            if (overlaps(write.range, read))
                return write.status;
        for (const auto* earlier = writes; earlier != &write; ++earlier)
            if (overlaps(write.range, earlier->range))
                return write.status;
    }
    return Status::Success;
}

abi::SelectPush pushOf(const ScanModel& model, const SelectionArgs& args, const Ranges& ranges) noexcept
{
    const VkDeviceSize element = elementBytes(model);
    abi::SelectPush push = {};
    push.inputAddress = ranges.input.address;
    push.outputAddress = ranges.output.address;
    push.scratchAddress = ranges.scratch.address;
    push.maxCount = args.count;
    push.countAddress = ranges.countBuffer.address;
    push.operand = args.operand;
    push.testedAddress = ranges.tested.address;
    push.restAddress = ranges.rest.address;
    push.capacity = static_cast<uint32_t>(capacityOf(args.output, element));
    push.restCapacity = static_cast<uint32_t>(capacityOf(args.rest, element));
    push.divisor = args.indirect.divisor;
    push.roundUp = args.indirect.rounding == Rounding::Up ? 1 : 0;
    return push;
}

} // namespace

bool usesSelectionStage(const ScanModel& model, Stage stage) noexcept
{
    if (usesStage(model, stage))
        return true;
    if (model.desc.tupleSize == 1)
        return false;
    // What a recording may take to count first.
    const bool single = model.capabilities.bufferInt64Atomics;
    return stage == Stage::ReduceArray                                  ? single
           : stage == Stage::ReduceSpans || stage == Stage::ReduceSlots ? !single || usesStage(model, Stage::ScanSpans)
                                                                        : false;
}

uint64_t maxSelectionCount(const ScanModel& model) noexcept
{
    const uint64_t counted = maxPositionsOf(model, Stage::ReduceSpans);
    return std::min<uint64_t>({maxScanCount(model), counted, ~uint32_t{0}});
}

VkDeviceSize selectionScratchSize(const ScanModel& model, uint64_t maxCount) noexcept
{
    const uint64_t count = std::min(maxCount, maxSelectionCount(model));
    const VkDeviceSize scan = scanScratchSize(model, count);
    if (model.desc.tupleSize == 1)
        return scan;
    const VkDeviceSize counting = std::max(recordingScratchSize(model, Stage::ReduceArray, count),
                                           recordingScratchSize(model, Stage::ReduceSpans, count));
    return std::max(scan, counting) + startsBytes(model);
}

Status planSelection(const ScanModel& model, const SelectionArgs& args, Plan* plan) noexcept
{
    if (args.count > maxSelectionCount(model))
        return Status::CountTooLarge;
    const Stage stage = chooseStage(model, args.count);
    const bool countsFirst = model.desc.tupleSize > 1 && args.rest.address == 0;
    Ranges ranges = rangesOf(model, args);
    const VkDeviceSize starts = countsFirst ? startsOffset(model, stage, args.count) : 0;
    ranges.scratch = {args.scratch.address,
                      countsFirst ? starts + startsBytes(model) : recordingScratchSize(model, stage, args.count)};
    Status status = checkArguments(model, args, ranges);
    if (status == Status::Success)
        status = checkOverlaps(ranges);
    if (status != Status::Success)
        return status;

    plan->stepCount = 0;
    if (args.count == 0 && args.total.address == 0 && args.indirect.field.address == 0)
        return Status::Success;

    abi::SelectPush push = pushOf(model, args, ranges);
    const auto append = [&](Stage step, uint64_t groups, bool moves, bool tells) {
        const bool tests = step != Stage::ReduceSlots;
        AccessList accesses;
        accesses.read(tests ? ranges.tested : BufferRange{});
        accesses.read(tests ? ranges.countBuffer : BufferRange{});
        accesses.read(moves ? ranges.input : BufferRange{});
        accesses.write(moves ? ranges.output : BufferRange{});
        accesses.write(moves ? ranges.rest : BufferRange{});
        accesses.write(ranges.scratch);
        accesses.write(tells ? ranges.total : BufferRange{});
        accesses.write(tells ? ranges.indirect : BufferRange{});
        push.totalAddress = tells ? ranges.total.address : 0;
        push.indirectAddress = tells ? ranges.indirect.address : 0;
        push.newStartsAddress = tells && countsFirst ? ranges.scratch.address + starts : 0;
        push.startsAddress = moves && countsFirst ? ranges.scratch.address + starts : 0;
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
