#include "operations/split.h"

#include "operations/digit_tiles.h"
#include "schedule/carry_strategy.h"
#include "split_abi.h"

#include <algorithm>

namespace vkscan {

namespace families {
extern const KernelFamily split;
}

namespace {

constexpr const KernelFamily* kSplitFamilies[] = {&families::split};

// Polls before a tile of a flat sum counts another tile itself: some milliseconds.
constexpr uint32_t kMostPolls = 1 << 12;

} // namespace

uint32_t splitBitsOf(const RadixSortDesc& desc) noexcept
{
    const bool isPlain =
        desc.type == ElementType::U32 && !desc.descending && !desc.segmented && desc.kernels.count == 0;
    const uint32_t bits = std::min(desc.endBit, 32u) - std::min(desc.firstBit, 32u);
    return isPlain && desc.firstBit < 32 && bits <= kMaxSplitBits ? bits : 0;
}

KernelFamilies splitFamilies() noexcept
{
    return kSplitFamilies;
}

void setSplitConstants(const RadixSortDesc& desc, const Tuning& tuning, ScheduleDesc* schedule) noexcept
{
    const uint32_t elementBytes = desc.withIndex ? kIndicesOnly : desc.valueSize > 0 ? desc.valueSize : 4;
    schedule->constants.set(abi::kIdPolls, std::min(tuning.waits.polls, kMostPolls));
    schedule->constants.set(abi::kIdSplitBits, splitBitsOf(desc));
    schedule->constants.set(abi::kIdElementWords, static_cast<uint32_t>(elementBytes / sizeof(uint32_t)));
}

void addSplitStages(const RadixSortDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                    RadixSortModel* model) noexcept
{
    const DigitForm form(1u << model->splitBits);
    StageList stages(model, form);
    const bool isAuto = tuning.strategy == Strategy::Auto;
    // Tiles of flat sums wait for all others, so Auto takes them only if it is known how many run at once.
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
}

VkDeviceSize splitScratchBytes(const RadixSortModel& model, uint32_t stage, uint64_t count) noexcept
{
    if (model[stage].strategy == Strategy::SingleWorkgroup)
        return 0;
    const uint64_t slots = workgroupCount(model, model[stage], count);
    return abi::kScratchHeaderBytes + (slots << model.splitBits) * abi::kScratchWordBytes;
}

void appendSplit(Plan* plan, const RadixSortModel& model, uint32_t stage, const RadixSortArgs& args,
                 const SortBuffers& buffers) noexcept
{
    const bool movesKeys = model.valueBytes == 0; // keys are the elements; otherwise values and indices take their keys
                                                  // along
    const Arrays& output = buffers.output;
    auto push = pushOf<abi::SplitPush>(args, 0);
    push.keysAddress = buffers.input.keys.range.address;
    push.inputAddress = movesKeys ? push.keysAddress : buffers.input.values.range.address;
    push.outputAddress = movesKeys ? output.keys.range.address : output.values.range.address;
    push.sortedKeysAddress = movesKeys ? 0 : output.keys.range.address;
    push.shift = model.firstBit;
    const uint64_t groups = workgroupCount(model, model[stage], args.count);
    Access scratch = buffers.scratch;
    if (model[stage].before != kNoStage) {
        push.slots = static_cast<uint32_t>(groups);
        appendStep(plan, model, model[stage].before, groups, push, {buffers.input.keys, buffers.countBuffer, scratch});
        scratch = readOnly(scratch);
    }
    push.offsetsAddress = buffers.bucketOffsets.range.address;
    appendStep(plan, model, stage, groups, push,
               {buffers.input.keys, buffers.countBuffer, buffers.input.values, output.keys, output.values, scratch,
                buffers.bucketOffsets});
}

} // namespace vkscan
