#include "operations/radix_sort.h"

#include "operations/custom_kernels.h"
#include "operations/digit_tiles.h"
#include "operations/elements.h"
#include "operations/segments.h"
#include "operations/split.h"
#include "radix_sort_abi.h"
#include "schedule/carry_strategy.h"
#include "schedule/record.h"

#include <algorithm>

namespace vkscan {

namespace families {
extern const KernelFamily fill, sort;
}

namespace {

constexpr const KernelFamily* kSortFamilies[] = {&families::sort, &families::fill};

// Missing keys in the last tile also have places, which must not exceed 32 bits.
constexpr uint64_t kMostKeys = 0xffff0000;
// Workgroups that count all digits at once: enough to fill a large GPU, but few that add to the same counts.
constexpr uint64_t kCountingWorkgroups = 512;
// Maximum tiles that a few workgroups count on their own, which saves the dispatch that clears their sums.
constexpr uint64_t kSlotTiles = 64;
constexpr uint32_t kSortRecoveryGroups = 64;
// Maximum tiles whose counts a workgroup adds one by one, on devices that bound loops.
constexpr uint64_t kBoundedCounts = 16384;
// Minimum keys for which a single pass with a recovery pass is faster than two passes.
constexpr uint32_t kFallbackKeys = 1 << 18;

Status checkDesc(const RadixSortDesc& desc) noexcept
{
    const auto keyBits = static_cast<uint32_t>(sizeOf(desc.type) * 8);
    if (keyBits == 0)
        return {Argument::Type, Rule::Invalid};
    const bool isSplit = splitBitsOf(desc) > 0;
    const bool fitsPasses = desc.valueSize == 0 || desc.valueSize == 4 || desc.valueSize == 8 || desc.valueSize == 16;
    const bool fitsSplits = desc.valueSize % kWordBytes == 0 && desc.valueSize <= kMaxElementSize;
    if (!fitsPasses && !(isSplit && fitsSplits))
        return {Argument::ValueSize, Rule::Invalid};
    if (desc.withIndex && desc.valueSize != 0)
        return {Argument::WithIndex, Rule::Incompatible};
    const uint32_t endBit = desc.endBit == kAllBits ? keyBits : desc.endBit;
    if (endBit > keyBits || desc.firstBit > endBit)
        return {Argument::SortedBits, Rule::Invalid};
    if ((desc.equalZeros || desc.nansLast) && !isFloat(desc.type))
        return {Argument::FloatOrder, Rule::Incompatible};
    return checkWaiting(desc.waiting);
}

bool isPass(const RadixSortModel& model, uint32_t stage) noexcept
{
    return model[stage].strategy == Strategy::Spine || model[stage].strategy == Strategy::SpineWithFallback;
}

bool isSingle(const RadixSortModel& model, uint32_t stage) noexcept
{
    return model[stage].strategy == Strategy::SingleWorkgroup;
}

// Rows of counts in a pass: of tiles, and of sums of windows.
uint64_t lookBackRows(const RadixSortModel& model, uint32_t stage, uint64_t count) noexcept
{
    const uint64_t tiles = divideRoundingUp(count, model[stage].tileElements);
    return tiles + divideRoundingUp<uint64_t>(tiles, abi::kSortWindow);
}

// Maximum spans of segments that exceed a tile; 0 if `count` keys fit a tile.
uint64_t longSpans(const RadixSortModel& model, uint64_t count) noexcept
{
    const uint64_t tile = model[model.segmentStage].tileElements;
    return count > tile ? count / tile + count / abi::kSortSpanKeys + 1 : 0;
}

VkDeviceSize recordingBytes(const RadixSortModel& model, uint32_t stage, uint64_t count) noexcept
{
    if (model.splitBits > 0)
        return splitScratchBytes(model, stage, count);
    if (count == 0)
        return 0;
    if (isSingle(model, stage)) // A user's kernels need a readable word, even if there are no arrays.
        return isCustom(model.desc) ? abi::kScratchHeaderBytes : 0;
    if (model.segmented) {
        const uint64_t spans = longSpans(model, count);
        return abi::kScratchHeaderBytes +
               (spans > 0 ? abi::kSortCountsBytes + spans * (abi::kSortSpanBytes + abi::kSortCountsBytes) : 0);
    }
    const uint64_t groups = isPass(model, stage) ? divideRoundingUp(count, model[stage].tileElements) // counted tiles
                                                 : workgroupCount(model, model[stage], count);
    // The passes whose digits differ, then counts: of spans, or of passes, tiles and windows.
    uint64_t rows = divideRoundingUp<uint64_t>(groups, abi::kDigits) + groups;
    if (isPass(model, stage))
        rows = 1 + model.passes * uint64_t{abi::kSortSlots} + lookBackRows(model, stage, count);
    const bool marks = model[stage].fallback != abi::kFallbackNone;
    return abi::kScratchHeaderBytes + rows * abi::kSortCountsBytes + (marks ? groups * abi::kScratchWordBytes : 0);
}

// Arrays that a pass leaves for the next: one of values, one of keys and, if no output can hold them, a second of each.
struct Temporary {
    VkDeviceSize values = 0; // bytes of an array
    VkDeviceSize keys = 0;
    uint32_t keyArrays = 0;
    uint32_t valueArrays = 0;

    // Offsets of these arrays.
    [[nodiscard]] VkDeviceSize secondKeys() const noexcept { return values + keys; }
    [[nodiscard]] VkDeviceSize secondValues() const noexcept { return values + 2 * keys; }
    [[nodiscard]] VkDeviceSize bytes() const noexcept { return valueArrays * values + keyArrays * keys; }
};

Temporary temporaryOf(const RadixSortModel& model, uint32_t stage, uint64_t count) noexcept
{
    if (isSingle(model, stage) || model.passes == 1 || count == 0 || (model.segmented && longSpans(model, count) == 0))
        return {};
    const auto aligned = [](VkDeviceSize bytes) { return roundUp<VkDeviceSize>(bytes, abi::kVectorBytes); };
    const uint32_t withoutOutput = std::min(model.passes - 1, 2u);
    const bool stores = model.desc.custom.stores;
    return {aligned(count * model.valueBytes), aligned(count * model.keyBytes),
            stores || model.makesIndices ? withoutOutput : 1, stores ? withoutOutput : 1};
}

// Whether a call may want only values or indices. Splits then find the keys by reading them again.
bool mayOmitKeys(const RadixSortModel& model) noexcept
{
    return model.makesIndices || (model.splitBits > 0 && model.valueBytes > 0);
}

SortBuffers listRadixSort(const RadixSortModel& model, const RadixSortArgs& args, BufferList* list) noexcept
{
    const uint32_t stage = chooseStage(model, args.count);
    const VkDeviceSize key = model.keyBytes;
    const VkDeviceSize value = model.valueBytes;
    const bool loads = model.desc.custom.loads;
    const bool stores = model.desc.custom.stores;
    SortBuffers buffers;
    // With LOAD or STORE, a range is only checked if the caller supplies it.
    buffers.input.keys =
        list->read(Argument::Input, args.input, loads ? args.input.size : args.count * key, loads ? 1 : key);
    if (stores)
        buffers.output.keys = list->write(Argument::Output, args.output, args.output.size, 1);
    else
        buffers.output.keys = list->write(Argument::Output, args.output, args.count * key, key,
                                          mayOmitKeys(model) ? Presence::Optional : Presence::IfTouched);
    const VkDeviceSize valueBytes = model.makesIndices ? 0 : args.count * value;
    const VkDeviceSize alignment = value > 0 ? elementAlignment(value) : 1;
    buffers.input.values = list->read(Argument::Values, args.values, valueBytes, alignment);
    buffers.output.values = list->write(Argument::SortedValues, args.sortedValues,
                                        stores ? args.sortedValues.size : args.count * value, stores ? 1 : alignment);
    const SegmentSource source = {.segmentCount = model.segmented ? args.segmentCount : 0};
    buffers.segments = listSegments(source, args.segments, model.segmented && args.count > 0, list);
    buffers.temporary =
        list->write(Argument::Temporary, args.temporary, temporaryOf(model, stage, args.count).bytes(), 16);
    buffers.countBuffer = list->countBuffer(args.countBuffer);
    if (model.splitBits > 0 || model.bucketStage != kNoStage)
        buffers.bucketOffsets =
            list->write(Argument::BucketOffsets, args.bucketOffsets,
                        ((1u << (model.endBit - model.firstBit)) + 1) * kWordBytes, kWordBytes, Presence::Optional);
    else
        list->refuse(Argument::BucketOffsets, args.bucketOffsets);
    buffers.scratch = list->scratch(args.scratch, recordingBytes(model, stage, args.count));
    return buffers;
}

// Number of workgroups, each of which sorts the segments that begin in its block of the array.
uint64_t groupsOfSegments(const RadixSortModel& model, uint64_t count) noexcept
{
    return divideRoundingUp(count, model[model.segmentStage].tileElements / 8 * 7);
}

// The constant kIdFloatKeys.
uint32_t floatKeys(const RadixSortDesc& desc) noexcept
{
    if (!isFloat(desc.type))
        return 0;
    const uint32_t infinity = desc.type == ElementType::F64 ? 0x7ff00000
                              : desc.type == ElementType::F16
                                  ? 0x7c000000
                                  : 0x7f800000; // F32, and BF16, which are their high halves
    return infinity | (desc.equalZeros ? abi::kFloatEqualZeros : 0) | (desc.nansLast ? abi::kFloatNansLast : 0);
}

// The order of keys, for push constants.
uint32_t orderOf(const RadixSortModel& model) noexcept
{
    const uint32_t low = model.keyBytes < kWordBytes ? 32 - model.keyBytes * 8 : 0; // below small keys
    return (model.descending ? abi::kSortDescending : 0) |
           (findRow(kElementTypes, model.type)->isSigned ? abi::kSortSigned : 0) |
           (low + model.firstBit) << abi::kSortFirstBitShift | (low + model.endBit) << abi::kSortEndBitShift;
}

// Returns the slots of counts in scratch; none if one workgroup sorts.
uint32_t appendSort(Plan* plan, const RadixSortModel& model, uint32_t stage, uint64_t count, abi::RadixSortPush push,
                    const Parameters& parameters, const SortBuffers& buffers) noexcept
{
    const auto append = [&](uint32_t step, uint64_t workgroups, const AccessList& accesses) {
        PushConstants pushed = push;
        setParameters(parameters, abi::kSortParametersOffset, &pushed);
        appendStep(plan, model, step, workgroups, pushed, accesses);
    };
    if (isSingle(model, stage)) {
        append(stage, 1,
               {buffers.input.keys, buffers.countBuffer, buffers.input.values, buffers.output.keys,
                buffers.output.values, buffers.scratch});
        return 0;
    }
    const auto counting = [&](uint32_t step, uint64_t workgroups, const AccessList& accesses) {
        if (!model.segmented)
            push.slots = static_cast<uint32_t>(workgroups);
        push.flags |= abi::kSortCountsSpans;
        append(step, workgroups, accesses);
        push.flags &= ~abi::kSortCountsSpans;
    };
    const auto clear = [&](uint64_t rows) {
        appendFill(plan, model, model.clearStage, push.scratchAddress + abi::kScratchHeaderBytes,
                   rows * abi::kSortCountsBytes / kWordBytes, {buffers.scratch});
    };
    const AccessList countsInput = {buffers.input.keys, buffers.countBuffer, buffers.scratch};
    const uint64_t groups = model.segmented
                                ? std::min<uint64_t>({longSpans(model, count), model[stage].groups, model.gridWidth})
                                : workgroupCount(model, model[stage], count);
    if (model.segmented) {
        const uint64_t spans = longSpans(model, count);
        if (spans > 0)
            clear(1);
        push.slots = static_cast<uint32_t>(spans);
        const AccessList sorting = {buffers.input.keys,
                                    buffers.countBuffer,
                                    buffers.input.values,
                                    buffers.segments,
                                    buffers.output.keys,
                                    buffers.output.values,
                                    spans > 0 || isCustom(model.desc) ? buffers.scratch : Access{}};
        append(model.shortStage,
               divideRoundingUp<uint64_t>(uint64_t{push.segmentCount} + 2, // also the segments before the first index
                                                                           // and after the last
                                          model[model.shortStage].geometry.workgroupSize),
               sorting);
        append(model.segmentStage, groupsOfSegments(model, count), sorting);
        if (spans == 0)
            return 0;
    } else if (isPass(model, stage)) {
        const uint64_t tiles = divideRoundingUp(count, model[model.countStage].tileElements);
        if (tiles <= kSlotTiles) {
            push.flags |= abi::kSortAllPasses; // looking for passes to skip would take longer than running them
            counting(model.countStage, std::min<uint64_t>(tiles, abi::kSortSlots), countsInput);
        } else {
            clear(1 + model.passes);
            push.slots = 1;
            append(model.countStage, std::min<uint64_t>({tiles, kCountingWorkgroups, model.gridWidth}), countsInput);
        }
    }
    const bool countsEach = !isPass(model, stage);
    const Access scratch = countsEach ? readOnly(buffers.scratch) : buffers.scratch;
    for (push.pass = 0; push.pass < model.passes; ++push.pass) {
        if (countsEach) {
            push.passCount = 1;
            counting(model.countStage, groups,
                     push.pass == 0 ? countsInput
                                    : AccessList{buffers.input.keys, readOnly(buffers.output.keys),
                                                 readOnly(buffers.temporary), buffers.countBuffer, buffers.scratch});
        }
        // Passes may be skipped, so the device decides which of these buffers the step accesses.
        const AccessList accesses = {buffers.input.keys,
                                     buffers.countBuffer,
                                     buffers.input.values,
                                     buffers.output.keys,
                                     buffers.output.values,
                                     buffers.temporary,
                                     scratch};
        append(stage, groups, accesses);
        const uint32_t recovery = model[stage].recovery;
        if (recovery != kNoStage)
            append(recovery, model[recovery].groups, accesses);
    }
    return push.slots;
}

void addStages(const RadixSortDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
               RadixSortModel* model) noexcept
{
    const DigitForm form(abi::kDigits, 0, tuning.sortExchangedWords);
    StageList stages(model, form);
    const auto isForced = [&](Strategy strategy) { return !desc.segmented && tuning.strategy == strategy; };
    const bool isAuto = isForced(Strategy::Auto);
    const bool spines = isForced(Strategy::Spine) || (isAuto && passesOnce(desc.waiting, capabilities));
    // A pass takes more registers than the other kernels.
    const bool fallsBack = capabilities.bufferInt64Atomics && !spines &&
                           ((isAuto && desc.waiting == Waiting::Auto && !capabilities.fewRegisters) ||
                            isForced(Strategy::SpineWithFallback));
    const bool passes = spines || fallsBack;
    const auto single = [](const char* name, Geometry geometry) {
        return StageDesc{.name = name, .kernel = "radix_sort_single", .geometry = geometry, .grid = Grid::One};
    };
    const auto spans = [&](const char* name, const char* kernel) {
        return StageDesc{.name = name,
                         .kernel = kernel,
                         .geometry = tuning.sortScatter,
                         .grid = Grid::Spans,
                         .maxTiles = stages.maxSpanTiles(),
                         .groups = desc.segmented ? tuning.sortLongGroups : tuning.sortSpans};
    };
    if (isAuto || isForced(Strategy::SingleWorkgroup))
        stages.choose(Strategy::SingleWorkgroup, single("SortSmall", tuning.sortSmall),
                      single("SortSingle", tuning.sortSingle));
    if (passes) {
        const bool hasValues = model->valueBytes > 0 || model->desc.custom.stores; // values or, for STORE, indices in
                                                                                   // registers
        StageDesc pass = {.name = "SortPass",
                          .kernel = "radix_sort_pass",
                          .geometry = tuning.sortPass,
                          .grid = Grid::Spans,
                          .maxTiles = stages.maxSpanTiles(),
                          .groups = hasValues ? ~0u : tuning.sortWorkgroups,
                          .fallback = fallsBack ? abi::kFallbackPass : abi::kFallbackNone};
        if (fallsBack && isAuto)
            pass.leastPositions = kFallbackKeys;
        if (fallsBack && capabilities.boundedLoops) // it loops over the counts of all preceding tiles
            pass.maxTiles = std::min(pass.maxTiles, kBoundedCounts);
        if (model->valueBytes == 16)
            pass.geometry.rows = std::min(pass.geometry.rows, 4u);
        StageDesc small = pass;
        small.name = "SortPassSmall";
        small.geometry = tuning.sortPassSmall;
        small.grid = Grid::Tiles;
        small.window = tuning.window;
        small.tilesOfWindow = 1;
        // Larger tiles write longer runs, which pays if a workgroup takes several tiles in sequence. One workgroup
        // fills a multiprocessor.
        StageDesc large = pass;
        large.name = "SortPassLarge";
        large.geometry = tuning.sortPassLarge;
        if (model->keyBytes == 8)
            large.geometry.rows = std::min(large.geometry.rows, 5u);
        large.groups = std::max(tuning.sortWorkgroups / 4, 1u);
        large.constants.set(abi::kIdTakesTurns, VK_TRUE);
        const bool hasLarge =
            spines && (model->keyBytes == 8 ? !hasValues : model->keyBytes == 4 && model->valueBytes == 4);
        if (hasLarge)
            pass.maxTiles = std::min<uint64_t>(pass.maxTiles, tuning.sortWorkgroups);
        const auto choose = [&](const StageDesc& stage, const char* recovery) {
            const Strategy strategy = fallsBack ? Strategy::SpineWithFallback : Strategy::Spine;
            if (stages.choose(strategy, stage) && fallsBack)
                stages.addRecovery(stage, recovery, kSortRecoveryGroups);
        };
        if (stages.tileElements(small) < stages.tileElements(pass))
            choose(small, "SortRecoverySmall");
        choose(pass, "SortRecovery");
        if (hasLarge)
            stages.choose(Strategy::Spine, large);
    }
    if (fallsBack ? isAuto || capabilities.boundedLoops : !spines && !isForced(Strategy::SingleWorkgroup))
        stages.choose(Strategy::ReduceThenScan, spans("SortScatter", "radix_sort_scatter"));
    const uint32_t lastStage = model->stageCount - 1;
    if (!isSingle(*model, lastStage))
        model->countStage = stages.add(spans("SortCount", "radix_sort_count"));
    if ((passes && model->countStage != kNoStage) || desc.segmented)
        model->clearStage = stages.add(fillStage());
    if (model->endBit - model->firstBit <= kMaxBucketBits && !desc.segmented && !isCustom(model->desc))
        model->bucketStage =
            stages.add({.name = "SortBuckets", .kernel = "radix_sort_buckets", .geometry = tuning.sortScatter});
    if (!desc.segmented)
        return;
    // Keys that the lanes of a subgroup hold.
    model->desc.constants.set(abi::kIdShortKeys, 4 * tuning.sortShort.rows * capabilities.subgroupSize);
    const DigitForm shortSegments(0);
    model->shortStage = StageList(model, shortSegments)
                            .add({.name = "SortShort", .kernel = "radix_sort_short", .geometry = tuning.sortShort});
    const DigitForm segments(abi::kDigits, abi::kSortSegmentWords);
    model->segmentStage =
        StageList(model, segments)
            .add({.name = "SortSegments", .kernel = "radix_sort_segments", .geometry = tuning.sortScatter});
    if (capabilities.boundedLoops) // it loops over the spans of one segment
        model->maxCount = std::min(
            model->maxCount, std::min(abi::kMostSegmentSpans, (*model)[model->segmentStage].geometry.workgroupSize) *
                                 model->spanTiles * (*model)[lastStage].tileElements);
}

} // namespace

Status makeModel(const RadixSortDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 RadixSortModel* model) noexcept
{
    const Status checked = checkDesc(desc);
    if (checked != Status::Success)
        return checked;
    const auto keyBytes = static_cast<uint32_t>(sizeOf(desc.type));
    const bool isSmall = keyBytes < kWordBytes;
    const uint32_t valueBytes = desc.withIndex ? sizeof(uint32_t) : desc.valueSize;
    ScheduleDesc schedule;
    schedule.type = isSmall ? ElementType::U32 : desc.type; // type in registers
    if (isSmall)
        schedule.constants.set(abi::kIdSmallBytes, keyBytes);
    if (isSmall && capabilities.smallStorage)
        schedule.form = "_small";
    schedule.isShifted = false;
    schedule.waiting = desc.waiting;
    schedule.maxCount = desc.maxCount;
    const uint32_t splitBits = splitBitsOf(desc);
    if (splitBits > 0) {
        setSplitConstants(desc, tuning, &schedule);
    } else {
        // The type of counts, which kernels sum.
        schedule.constants.set(abi::kIdType, static_cast<uint32_t>(ElementType::U32));
        schedule.constants.set(abi::kIdExchangedWords, tuning.sortExchangedWords);
        schedule.constants.set(abi::kIdFloatKeys, floatKeys(desc));
        schedule.constants.set(abi::kIdValueWords, static_cast<uint32_t>(valueBytes / sizeof(uint32_t)));
    }
    const Status taken = takeKernels(desc.kernels, KernelUse::Sort, &schedule);
    if (taken != Status::Success)
        return taken;
    schedule.boundedTiles = kBoundedTiles;
    if (isCustom(schedule) && schedule.custom.words * sizeof(uint32_t) != sizeOf(desc.type))
        return {Argument::Type, Rule::Incompatible};
    if (schedule.custom.stores && valueBytes > sizeof(uint32_t))
        return {Argument::ValueSize, Rule::Incompatible};
    *model = {{schedule, tuning, capabilities}, splitBits};
    model->type = desc.type;
    model->keyBytes = keyBytes;
    model->segmented = desc.segmented;
    model->descending = desc.descending;
    model->makesIndices = desc.withIndex;
    model->valueBytes = valueBytes;
    model->firstBit = desc.firstBit;
    model->endBit = desc.endBit == kAllBits ? model->keyBytes * 8 : desc.endBit;
    model->passes = std::max(divideRoundingUp(model->endBit - model->firstBit, abi::kDigitBits), 1u);
    if (splitBits > 0)
        addSplitStages(desc, tuning, capabilities, model);
    else
        addStages(desc, tuning, capabilities, model);
    model->maxCount = std::min(model->maxCount, kMostKeys);
    return Status::Success;
}

VkDeviceSize scratchSize(const RadixSortModel& model, uint64_t maxCount) noexcept
{
    return mostBytes(model, std::min(maxCount, model.maxCount),
                     [&](uint32_t stage, uint64_t count) { return recordingBytes(model, stage, count); });
}

VkDeviceSize temporarySize(const RadixSortModel& model, uint64_t maxCount) noexcept
{
    const uint64_t count = std::min(maxCount, model.maxCount);
    return temporaryOf(model, chooseStage(model, count), count).bytes();
}

Status planRadixSort(const RadixSortModel& model, const RadixSortArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    const uint32_t stage = chooseStage(model, args.count);
    const bool stores = model.desc.custom.stores;
    const bool writesKeys = !stores && (!model.makesIndices || !isAbsent(args.output));
    const Temporary temporary = temporaryOf(model, stage, args.count);
    BufferList list;
    const SortBuffers buffers = listRadixSort(model, args, &list);
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;
    const Status parameters = checkParameters(args.parameters, model.desc);
    if (parameters != Status::Success)
        return parameters;

    plan->stepCount = 0;
    if (args.count == 0 && isAbsent(args.bucketOffsets))
        return Status::Success;
    if (model.splitBits > 0) {
        appendSplit(plan, model, stage, args, buffers);
        placeBarriers(plan);
        return Status::Success;
    }
    auto push = pushOf<abi::RadixSortPush>(args, 0);
    push.passCount = model.passes;
    push.flags =
        orderOf(model) | (writesKeys ? abi::kSortWritesKeys : 0) | (model.makesIndices ? abi::kSortMakesIndices : 0);
    push.inputAddress = buffers.input.keys.range.address;
    push.temporaryAddress = buffers.temporary.range.address;
    push.outputAddress =
        writesKeys ? buffers.output.keys.range.address : push.temporaryAddress + temporary.secondKeys();
    push.valuesAddress = buffers.input.values.range.address;
    push.movedAddress = stores ? push.temporaryAddress + temporary.secondValues() : buffers.output.values.range.address;
    if (model.segmented) {
        push.flags |= abi::kSortSegments | abi::kSortAllPasses;
        push.segmentsAddress = buffers.segments.range.address;
        push.segmentCount = args.segmentCount;
    }
    push.slots = args.count > 0 ? appendSort(plan, model, stage, args.count, push, args.parameters, buffers) : 0;
    if (!isAbsent(args.bucketOffsets)) {
        push.segmentsAddress = buffers.bucketOffsets.range.address;
        const Access counted = push.slots > 0 ? readOnly(buffers.scratch) : buffers.input.keys;
        appendStep(plan, model, model.bucketStage, 1, push, {counted, buffers.countBuffer, buffers.bucketOffsets});
    }
    placeBarriers(plan);
    return Status::Success;
}

template <>
struct Record<RadixSortArgs> {
    static constexpr auto kList = listRadixSort;
    static constexpr auto kPlan = planRadixSort;
    static OperationKernels kernels(const RadixSortDesc& desc) noexcept
    {
        const KernelFamilies needed = splitBitsOf(desc) > 0 ? splitFamilies() : kSortFamilies;
        return {"RadixSort", toString(desc.type), nullptr, abi::kOpAdd, needed, desc.kernels};
    }
};
template class ArrayOperationOf<RadixSortDesc, RadixSortArgs>;

VkDeviceSize RadixSort::temporarySize(uint64_t maxCount) const noexcept
{
    return m_impl != nullptr
               ? vkscan::temporarySize(static_cast<const ModelImpl<RadixSortModel>*>(m_impl)->model, maxCount)
               : 0;
}

} // namespace vkscan
