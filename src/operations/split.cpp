#include "operations/split.h"

#include "operations/scan.h"
#include "plan/buffers.h"
#include "schedule/array_operation.h"

#include <algorithm>

namespace vkscan {

namespace {

constexpr const KernelFamily* kSplitFamilies[] = {&families::split};

// Keys that are missing in the last tile have places, too, which must not exceed 32 bits.
constexpr uint64_t kMostSplitElements = 0xffff0000;
// Until a tile of a flat sum counts another one by itself: some milliseconds.
constexpr uint32_t kMostPolls = 1 << 12;

uint32_t bucketsOf(const SplitModel& model) noexcept
{
    return 1u << model.bits;
}

VkDeviceSize elementBytes(const SplitModel& model) noexcept
{
    return std::max<VkDeviceSize>(model.elementWords, 1) * kWordBytes;
}

VkDeviceSize recordingBytes(const SplitModel& model, Stage stage, uint64_t count) noexcept
{
    if (stage == Stage::SplitAlone)
        return 0;
    const uint64_t slots = workgroupCount(model, stage, count);
    return abi::kScratchHeaderBytes + slots * bucketsOf(model) * abi::kScratchWordBytes;
}

struct SplitBuffers {
    Access keys;
    Access input;
    Access output;
    Access countBuffer;
    Access offsets;
    Access scratch;
};

SplitBuffers listBuffers(const SplitModel& model, const SplitArgs& args, VkDeviceSize scratchBytes,
                         BufferList* list) noexcept
{
    const VkDeviceSize element = elementBytes(model);
    const VkDeviceSize alignment = std::min<VkDeviceSize>(element & (~element + 1), abi::kVectorBytes);
    const bool areKeys = isAbsent(args.keys); // the elements
    SplitBuffers buffers;
    buffers.keys = list->read(Argument::Tested, args.keys, args.count * kWordBytes, kWordBytes,
                              args.count > 0 && element == kWordBytes ? Presence::Optional : Presence::IfTouched);
    if (model.elementWords > 0 || areKeys)
        buffers.input = list->read(Argument::Input, args.input, args.count * element, alignment);
    if (areKeys)
        buffers.keys = buffers.input;
    buffers.output = list->write(Argument::Output, args.output, args.count * element, alignment);
    buffers.countBuffer = list->countBuffer(args.countBuffer);
    buffers.offsets = list->write(Argument::SelectedCount, args.bucketOffsets, (bucketsOf(model) + 1) * kWordBytes,
                                  kWordBytes, Presence::Optional);
    buffers.scratch = list->scratch(args.scratch, scratchBytes);
    return buffers;
}

} // namespace

Status makeModel(const SplitDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 SplitModel* model) noexcept
{
    if (desc.bits == 0 || desc.bits > kMaxSplitBits)
        return {Argument::Bits, Rule::Invalid};
    if (desc.elementSize % kWordBytes != 0 || desc.elementSize > kMaxElementSize)
        return {Argument::ElementSize, Rule::Invalid};
    ScheduleDesc schedule;
    const Status described = describeSchedule(scanDescOf(desc), capabilities, &schedule);
    if (described != Status::Success)
        return described;
    // Tiles of flat sums wait for all others, so Auto takes these where it is known how many run at once.
    const bool isAuto = desc.strategy == Strategy::Auto;
    const bool sumsFlat =
        desc.strategy == Strategy::FlatSum ||
        (isAuto && capabilities.forwardProgress && capabilities.bufferInt64Atomics && capabilities.multiprocessors > 0);
    if (isAuto)
        schedule.smallStages[0] = Stage::SplitAlone;
    if (sumsFlat &&
        tuning.splitFlatSumSmall.tileElements(ElementType::U32) < tuning.splitFlatSum.tileElements(ElementType::U32))
        schedule.smallStages[1] = Stage::SplitFlatSumSmall;
    schedule.stage = Stage::SplitSpans;
    if (desc.strategy == Strategy::SingleWorkgroup)
        schedule.stage = Stage::SplitAlone;
    else if (desc.strategy == Strategy::FlatSum)
        schedule.stage = Stage::SplitFlatSum;
    else if (sumsFlat)
        schedule.smallStages[2] = Stage::SplitFlatSum;
    const auto elementWords = static_cast<uint32_t>(desc.elementSize / kWordBytes);
    schedule.constants.set(abi::kIdPolls, std::min(tuning.polls, kMostPolls));
    schedule.constants.set(abi::kIdSplitBits, desc.bits);
    schedule.constants.set(abi::kIdElementWords, elementWords);
    *model = {{schedule, tuning, capabilities}, desc.bits, elementWords};
    model->maxCount = std::min(model->maxCount, kMostSplitElements);
    return Status::Success;
}

VkDeviceSize scratchSize(const SplitModel& model, uint64_t maxCount) noexcept
{
    return mostBytes(model, std::min(maxCount, model.maxCount),
                     [&](Stage stage, uint64_t count) { return recordingBytes(model, stage, count); });
}

Status planSplit(const SplitModel& model, const SplitArgs& args, Plan* plan) noexcept
{
    if (args.shift > 32 - model.bits)
        return {Argument::Shift, Rule::TooLarge};
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    const Stage stage = chooseStage(model, args.count);
    BufferList list;
    const SplitBuffers buffers = listBuffers(model, args, recordingBytes(model, stage, args.count), &list);
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;

    plan->stepCount = 0;
    if (args.count == 0 && args.bucketOffsets.address == 0)
        return Status::Success;
    auto push = pushOf<abi::SplitPush>(args, 0);
    push.inputAddress = buffers.input.range.address;
    push.outputAddress = buffers.output.range.address;
    push.keysAddress = buffers.keys.range.address;
    push.shift = args.shift;
    const uint64_t groups = workgroupCount(model, stage, args.count);
    Access scratch = buffers.scratch;
    if (stage == Stage::SplitSpans) {
        push.slots = static_cast<uint32_t>(groups);
        appendStep(plan, model, Stage::SplitCount, groups, push, {buffers.keys, buffers.countBuffer, scratch});
        scratch = readOnly(scratch);
    }
    push.offsetsAddress = buffers.offsets.range.address;
    appendStep(plan, model, stage, groups, push,
               {buffers.keys, buffers.countBuffer, buffers.input, buffers.output, scratch, buffers.offsets});
    placeBarriers(plan);
    return Status::Success;
}

Status createTuned(const Context& context, const SplitDesc& desc, const Tuning& tuning, Split* split) noexcept
{
    return createOperation<SplitModel>(context, desc, tuning, {"Split", nullptr, nullptr, abi::kOpAdd, kSplitFamilies},
                                       split);
}

Status Split::create(const Context& context, const SplitDesc& desc, Split* split) noexcept
{
    return createTuned(context, desc, tuningFor(context), split);
}

Status Split::plan(const SplitArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planSplit);
}

Status Split::record(VkCommandBuffer commandBuffer, const SplitArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planSplit);
}

} // namespace vkscan
