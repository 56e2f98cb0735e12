#include "operations/split.h"

#include "operations/digit_tiles.h"
#include "operations/elements.h"
#include "schedule/carry_strategy.h"
#include "schedule/record.h"
#include "split_abi.h"

#include <vkscan/axes.h>

#include <algorithm>

namespace vkscan {

namespace families {
extern const KernelFamily split;
}

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

bool counts(const SplitModel& model, uint32_t stage) noexcept
{
    return model[stage].before != kNoStage;
}

VkDeviceSize recordingBytes(const SplitModel& model, uint32_t stage, uint64_t count) noexcept
{
    if (model[stage].strategy == Strategy::SingleWorkgroup)
        return 0;
    const uint64_t slots = workgroupCount(model, model[stage], count);
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
    const VkDeviceSize element = model.elementBytes;
    const VkDeviceSize alignment = elementAlignment(element);
    const bool areKeys = isAbsent(args.keys); // the elements
    SplitBuffers buffers;
    buffers.keys = list->read(Argument::Tested, args.keys, args.count * kWordBytes, kWordBytes,
                              element == kWordBytes ? Presence::Optional : Presence::IfTouched);
    const bool readsInput = model.elementWords > 0 || areKeys;
    buffers.input = list->read(Argument::Input, args.input, readsInput ? args.count * element : 0, alignment);
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
    const Status taken = takeWaiting(desc, &schedule);
    if (taken != Status::Success)
        return taken;
    const auto elementWords = static_cast<uint32_t>(desc.elementSize / kWordBytes);
    schedule.boundedTiles = kBoundedTiles;
    schedule.isShifted = false;
    schedule.constants.set(abi::kIdPolls, std::min(tuning.waits.polls, kMostPolls));
    schedule.constants.set(abi::kIdSplitBits, desc.bits);
    schedule.constants.set(abi::kIdElementWords, elementWords);
    *model = {{schedule, tuning, capabilities}, desc.bits, elementWords};
    model->elementBytes = std::max<VkDeviceSize>(elementWords, 1) * kWordBytes;
    const DigitForm form(1u << desc.bits);
    StageList stages(model, form);
    const bool isAuto = tuning.strategy == Strategy::Auto;
    // Tiles of flat sums wait for all others, so Auto takes these where it is known how many run at once.
    const uint32_t atOnce = capabilities.multiprocessors;
    const bool sumsFlat =
        tuning.strategy == Strategy::FlatSum || (isAuto && passesOnce(desc.waiting, capabilities) && atOnce > 0);
    const bool spans = !sumsFlat || isAuto;
    if (isAuto || tuning.strategy == Strategy::SingleWorkgroup)
        stages.choose(Strategy::SingleWorkgroup, {.name = "SplitAlone",
                                                  .kernel = "split_spans",
                                                  .geometry = tuning.splitSpans,
                                                  .grid = Grid::One,
                                                  .maxTiles = isAuto ? 1 : model->spanTiles});
    const auto flat = [&](const char* name, Geometry geometry) {
        return StageDesc{.name = name,
                         .kernel = "split_flat_sum",
                         .geometry = geometry,
                         .window = atOnce > 0 ? std::min(tuning.window, atOnce) : tuning.window,
                         .tilesOfWindow = 1};
    };
    if (sumsFlat)
        stages.choose(Strategy::FlatSum, flat("SplitFlatSumSmall", tuning.splitFlatSumSmall),
                      flat("SplitFlatSum", tuning.splitFlatSum));
    StageDesc stage = {.name = "SplitSpans",
                       .kernel = "split_spans",
                       .geometry = tuning.splitSpans,
                       .grid = Grid::Spans,
                       .maxTiles = stages.maxSpanTiles(),
                       .groups = tuning.splitSpanCount};
    if (spans && tuning.strategy != Strategy::SingleWorkgroup && stages.choose(Strategy::ReduceThenScan, stage)) {
        stage.name = "SplitCount";
        stage.kernel = "split_count";
        stages.addBefore(stage);
    }
    model->maxCount = std::min(model->maxCount, kMostSplitElements);
    return Status::Success;
}

VkDeviceSize scratchSize(const SplitModel& model, uint64_t maxCount) noexcept
{
    return mostBytes(model, std::min(maxCount, model.maxCount),
                     [&](uint32_t stage, uint64_t count) { return recordingBytes(model, stage, count); });
}

Status planSplit(const SplitModel& model, const SplitArgs& args, Plan* plan) noexcept
{
    if (args.shift > 32 - model.bits)
        return {Argument::Shift, Rule::TooLarge};
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    const uint32_t stage = chooseStage(model, args.count);
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
    const uint64_t groups = workgroupCount(model, model[stage], args.count);
    Access scratch = buffers.scratch;
    if (counts(model, stage)) {
        push.slots = static_cast<uint32_t>(groups);
        appendStep(plan, model, model[stage].before, groups, push, {buffers.keys, buffers.countBuffer, scratch});
        scratch = readOnly(scratch);
    }
    push.offsetsAddress = buffers.offsets.range.address;
    appendStep(plan, model, stage, groups, push,
               {buffers.keys, buffers.countBuffer, buffers.input, buffers.output, scratch, buffers.offsets});
    placeBarriers(plan);
    return Status::Success;
}

template <>
struct Record<SplitArgs> {
    static constexpr auto kPlan = planSplit;
    static OperationKernels kernels(const SplitDesc&) noexcept
    {
        return {"Split", nullptr, nullptr, abi::kOpAdd, kSplitFamilies};
    }
};
template class ArrayOperationOf<SplitDesc, SplitArgs>;

} // namespace vkscan
