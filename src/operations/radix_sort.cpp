#include "operations/radix_sort.h"

#include "operations/custom_kernels.h"
#include "operations/segment_source.h"
#include "plan/buffers.h"
#include "schedule/array_operation.h"
#include "schedule/scan_steps.h"

#include <algorithm>

namespace vkscan {

namespace {

constexpr const KernelFamily* kSortFamilies[] = {&families::sort};

// Keys that are missing in the last tile have places, too, which must not exceed 32 bits.
constexpr uint64_t kMostKeys = 0xffff0000;
// Workgroups that count all digits at once: enough to fill a large GPU, and few that add to the same counts.
constexpr uint64_t kCountingWorkgroups = 512;
// Up to so many tiles, few workgroups count, each by itself: that spares a dispatch, which would clear their sums.
constexpr uint64_t kSlotTiles = 64;

Status checkDesc(const RadixSortDesc& desc, const Capabilities& capabilities) noexcept
{
    const auto keyBits = static_cast<uint32_t>(sizeOf(desc.type) * 8);
    if (keyBits == 0)
        return {Argument::Type, Rule::Invalid};
    if (desc.valueSize != 0 && desc.valueSize != 4 && desc.valueSize != 8 && desc.valueSize != 16)
        return {Argument::ValueSize, Rule::Invalid};
    if (desc.withIndex && desc.valueSize != 0)
        return {Argument::WithIndex, Rule::Incompatible};
    const uint32_t endBit = desc.endBit == kAllBits ? keyBits : desc.endBit;
    if (endBit > keyBits || desc.firstBit > endBit)
        return {Argument::SortedBits, Rule::Invalid};
    switch (desc.strategy) {
    case Strategy::Auto:
    case Strategy::ReduceThenScan: return Status::Success;
    case Strategy::SingleWorkgroup:
        return desc.segmented ? Status(Argument::Strategy, Rule::NotOffered) : Status::Success;
    case Strategy::DecoupledLookback:
        if (desc.segmented)
            return {Argument::Strategy, Rule::NotOffered};
        if (!capabilities.forwardProgress && !desc.assumeForwardProgress)
            return {Argument::Strategy, Rule::NeedsForwardProgress};
        return capabilities.bufferInt64Atomics ? Status::Success : Status(Argument::Strategy, Rule::Unsupported);
    default:
        return {Argument::Strategy, desc.strategy < Strategy::Auto || desc.strategy > Strategy::TruncatedCascade
                                        ? Rule::Invalid
                                        : Rule::NotOffered};
    }
}

// The stage that takes arrays of more than a tile.
Stage largeStage(Strategy strategy, bool segmented, const Capabilities& capabilities) noexcept
{
    if (segmented)
        return Stage::SortScatter;
    if (strategy == Strategy::SingleWorkgroup)
        return Stage::SortSingle;
    if (strategy == Strategy::Auto)
        return capabilities.forwardProgress && capabilities.bufferInt64Atomics ? Stage::SortPass : Stage::SortScatter;
    return strategy == Strategy::DecoupledLookback ? Stage::SortPass : Stage::SortScatter;
}

bool isFloat(ElementType type) noexcept
{
    return type == ElementType::F32 || type == ElementType::F64;
}

bool isPass(Stage stage) noexcept
{
    return stage == Stage::SortPassSmall || stage == Stage::SortPass;
}

bool isSingle(Stage stage) noexcept
{
    return stage == Stage::SortSmall || stage == Stage::SortSingle;
}

// Spans of segments that do not fit a tile, at most; none if none of so many keys can be longer.
uint64_t longSpans(const RadixSortModel& model, uint64_t count) noexcept
{
    const uint64_t tile = model[Stage::SortSegments].tileElements;
    return count > tile ? count / tile + count / abi::kSortSpanKeys + 1 : 0;
}

VkDeviceSize recordingBytes(const RadixSortModel& model, Stage stage, uint64_t count) noexcept
{
    if (count == 0)
        return 0;
    if (isSingle(stage)) // A user's kernels need a word that can be read, where there may be no arrays.
        return isCustom(model.desc) ? abi::kScratchHeaderBytes : 0;
    if (model.segmented) {
        const uint64_t spans = longSpans(model, count);
        return abi::kScratchHeaderBytes +
               (spans > 0 ? abi::kSortCountsBytes + spans * (abi::kSortSpanBytes + abi::kSortCountsBytes) : 0);
    }
    const uint64_t groups = isPass(stage) ? divideRoundingUp(count, model[stage].tileElements) // that are counted
                                          : workgroupCount(model, stage, count);
    // The passes whose digits differ, then counts: of spans, or of passes, tiles and windows.
    uint64_t rows = divideRoundingUp<uint64_t>(groups, abi::kDigits) + groups;
    if (isPass(stage))
        rows = 1 + model.passes * uint64_t{abi::kSortSlots} + groups +
               divideRoundingUp<uint64_t>(groups, abi::kSortWindow);
    return abi::kScratchHeaderBytes + rows * abi::kSortCountsBytes;
}

// Arrays that passes leave for the next: one of values, one of keys and, where there may be no output for them, another
// one of keys and another one of values.
struct Temporary {
    VkDeviceSize values = 0; // bytes of an array
    VkDeviceSize keys = 0;
    uint32_t keyArrays = 0;
    uint32_t valueArrays = 0;

    // Where they begin.
    [[nodiscard]] VkDeviceSize secondKeys() const noexcept { return values + keys; }
    [[nodiscard]] VkDeviceSize secondValues() const noexcept { return values + 2 * keys; }
    [[nodiscard]] VkDeviceSize bytes() const noexcept { return valueArrays * values + keyArrays * keys; }
};

Temporary temporaryOf(const RadixSortModel& model, Stage stage, uint64_t count) noexcept
{
    if (isSingle(stage) || model.passes == 1 || count == 0 || (model.segmented && longSpans(model, count) == 0))
        return {};
    const auto aligned = [](VkDeviceSize bytes) { return divideRoundingUp<VkDeviceSize>(bytes, 16) * 16; };
    const uint32_t withoutOutput = std::min(model.passes - 1, 2u);
    const bool stores = model.desc.custom.stores;
    return {aligned(count * model.valueBytes), aligned(count * model.keyBytes),
            stores || model.makesIndices ? withoutOutput : 1, stores ? withoutOutput : 1};
}

struct Arrays {
    Access keys;
    Access values;
};

struct SortBuffers {
    Arrays input;
    Arrays output;
    Access segments;
    Access temporary;
    Access countBuffer;
    Access scratch;
};

SortBuffers listBuffers(const RadixSortModel& model, const RadixSortArgs& args, VkDeviceSize temporaryBytes,
                        VkDeviceSize scratchBytes, BufferList* list) noexcept
{
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
    else if (args.count > 0)
        buffers.output.keys = list->write(Argument::Output, args.output, args.count * key, key,
                                          model.makesIndices ? Presence::Optional : Presence::Required);
    if (!model.makesIndices)
        buffers.input.values = list->read(Argument::Values, args.values, args.count * value, value);
    buffers.output.values = list->write(Argument::SortedValues, args.sortedValues,
                                        stores ? args.sortedValues.size : args.count * value, stores ? 1 : value);
    if (model.segmented) {
        const SegmentSource source = {.segments = args.segments, .segmentCount = args.segmentCount};
        buffers.segments = listSegments(source, args.count > 0, list);
    }
    buffers.temporary = list->write(Argument::Temporary, args.temporary, temporaryBytes, 16);
    buffers.countBuffer = list->countBuffer(args.countBuffer);
    buffers.scratch = list->scratch(args.scratch, scratchBytes);
    return buffers;
}

// Each sorts the segments that begin in its block of the array.
uint64_t groupsOfSegments(const RadixSortModel& model, uint64_t count) noexcept
{
    return divideRoundingUp(count, model[Stage::SortSegments].tileElements / 8 * 7);
}

// The order of keys, as it is pushed.
uint32_t orderOf(const RadixSortModel& model) noexcept
{
    const bool isUnsigned =
        model.type == ElementType::U16 || model.type == ElementType::U32 || model.type == ElementType::U64;
    return (model.descending ? abi::kSortDescending : 0) | (isUnsigned ? 0 : abi::kSortSigned) |
           model.firstBit << abi::kSortFirstBitShift | model.endBit << abi::kSortEndBitShift;
}

void appendSort(Plan* plan, const RadixSortModel& model, Stage stage, uint64_t count, abi::RadixSortPush push,
                const SortBuffers& buffers) noexcept
{
    const auto counting = [&](uint64_t workgroups, const AccessList& accesses) {
        if (!model.segmented)
            push.slots = static_cast<uint32_t>(workgroups);
        push.flags |= abi::kSortCountsSpans;
        appendStep(plan, model, Stage::SortCount, workgroups, push, accesses);
        push.flags &= ~abi::kSortCountsSpans;
    };
    const AccessList countsInput = {buffers.input.keys, buffers.countBuffer, buffers.scratch};
    const uint64_t groups = model.segmented ? std::min<uint64_t>(longSpans(model, count), model.gridWidth)
                                            : workgroupCount(model, stage, count);
    if (model.segmented) {
        const uint64_t spans = longSpans(model, count);
        push.slots = static_cast<uint32_t>(spans);
        if (spans > 0) {
            push.passCount = 0; // counts
            appendStep(plan, model, Stage::SortClear, 1, push, {buffers.scratch});
            push.passCount = model.passes;
        }
        appendStep(plan, model, Stage::SortSegments, groupsOfSegments(model, count), push,
                   {buffers.input.keys, buffers.countBuffer, buffers.input.values, buffers.segments,
                    buffers.output.keys, buffers.output.values,
                    spans > 0 || isCustom(model.desc) ? buffers.scratch : Access{}});
        if (spans == 0)
            return;
    } else if (isPass(stage)) {
        const uint64_t tiles = divideRoundingUp(count, model[Stage::SortCount].tileElements);
        if (tiles <= kSlotTiles) {
            push.flags |= abi::kSortAllPasses; // since looking which to skip takes longer than to skip them spares
            counting(std::min<uint64_t>(tiles, abi::kSortSlots), countsInput);
        } else {
            push.slots = 1;
            const uint64_t words = (uint64_t{1} + model.passes) * abi::kDigits;
            appendStep(plan, model, Stage::SortClear,
                       divideRoundingUp<uint64_t>(words, model[Stage::SortClear].geometry.workgroupSize), push,
                       {buffers.scratch});
            appendStep(plan, model, Stage::SortCount, std::min<uint64_t>({tiles, kCountingWorkgroups, model.gridWidth}),
                       push, countsInput);
        }
    }
    for (push.pass = 0; push.pass < model.passes; ++push.pass) {
        if (stage == Stage::SortScatter) {
            push.passCount = 1;
            counting(groups, push.pass == 0
                                 ? countsInput
                                 : AccessList{buffers.input.keys, readOnly(buffers.output.keys),
                                              readOnly(buffers.temporary), buffers.countBuffer, buffers.scratch});
        }
        // Passes may be skipped, so the device decides which of these the step reads and writes.
        const Access scratch = stage == Stage::SortScatter ? readOnly(buffers.scratch) : buffers.scratch;
        appendStep(plan, model, stage, groups, push,
                   {buffers.input.keys, buffers.countBuffer, buffers.input.values, buffers.output.keys,
                    buffers.output.values, buffers.temporary, scratch});
    }
}

} // namespace

Status makeModel(const RadixSortDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 RadixSortModel* model) noexcept
{
    const Status checked = checkDesc(desc, capabilities);
    if (checked != Status::Success)
        return checked;
    ScheduleDesc schedule;
    schedule.type = desc.type == ElementType::U16 ? ElementType::U32 : desc.type; // in registers
    if (desc.type == ElementType::U16)
        schedule.form = KernelForm::Keys16;
    schedule.stage = largeStage(desc.strategy, desc.segmented, capabilities);
    schedule.maxCount = desc.maxCount;
    const auto isSmaller = [](Geometry a, Geometry b) { return a.workgroupSize * a.rows < b.workgroupSize * b.rows; };
    const bool isAuto = desc.strategy == Strategy::Auto && !desc.segmented;
    if ((isAuto || desc.strategy == Strategy::SingleWorkgroup) && isSmaller(tuning.sortSmall, tuning.sortSingle))
        schedule.smallStages[0] = Stage::SortSmall;
    if (isAuto)
        schedule.smallStages[1] = Stage::SortSingle;
    if (schedule.stage == Stage::SortPass && isSmaller(tuning.sortPassSmall, tuning.sortPass))
        schedule.smallStages[2] = Stage::SortPassSmall;
    const uint32_t valueBytes = desc.withIndex ? sizeof(uint32_t) : desc.valueSize;
    schedule.constants.set(abi::kIdType, static_cast<uint32_t>(ElementType::U32)); // counts, which kernels add up
    schedule.constants.set(abi::kIdFloatKeys, isFloat(desc.type) ? VK_TRUE : VK_FALSE);
    schedule.constants.set(abi::kIdValueWords, static_cast<uint32_t>(valueBytes / sizeof(uint32_t)));
    const Status taken = takeKernels(desc.kernels, KernelUse::Sort, &schedule);
    if (taken != Status::Success)
        return taken;
    if (isCustom(schedule) && elementBytes(schedule) != sizeOf(desc.type))
        return {Argument::Type, Rule::Incompatible};
    if (schedule.custom.stores && valueBytes > sizeof(uint32_t))
        return {Argument::ValueSize, Rule::Incompatible};
    Tuning own = tuning;
    if (valueBytes > 0 || schedule.custom.stores) // which take registers, too
        own.sortWorkgroups = ~0u;
    if (valueBytes == 16)
        own.sortPass.rows = std::min(own.sortPass.rows, 4u);
    *model = {{schedule, own, capabilities}};
    model->type = desc.type;
    model->keyBytes = static_cast<uint32_t>(sizeOf(desc.type));
    model->segmented = desc.segmented;
    model->descending = desc.descending;
    model->makesIndices = desc.withIndex;
    model->valueBytes = valueBytes;
    model->firstBit = desc.firstBit;
    model->endBit = desc.endBit == kAllBits ? model->keyBytes * 8 : desc.endBit;
    model->passes = std::max(divideRoundingUp(model->endBit - model->firstBit, abi::kDigitBits), 1u);
    model->maxCount = std::min(model->maxCount, kMostKeys);
    const bool hasPasses = (*model)[Stage::SortPassSmall].isUsed || (*model)[Stage::SortPass].isUsed;
    if (hasPasses)
        model->use(Stage::SortClear);
    if (hasPasses || (*model)[Stage::SortScatter].isUsed)
        model->use(Stage::SortCount);
    if (desc.segmented) {
        model->use(Stage::SortClear);
        model->use(Stage::SortSegments);
        if (capabilities.boundedLoops) // of the spans of one segment
            model->maxCount =
                std::min(model->maxCount,
                         std::min(abi::kMostSegmentSpans, (*model)[Stage::SortSegments].geometry.workgroupSize) *
                             model->spanTiles * (*model)[Stage::SortScatter].tileElements);
    }
    return Status::Success;
}

VkDeviceSize scratchSize(const RadixSortModel& model, uint64_t maxCount) noexcept
{
    return mostBytes(model, std::min(maxCount, model.maxCount),
                     [&](Stage stage, uint64_t count) { return recordingBytes(model, stage, count); });
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
    const Stage stage = chooseStage(model, args.count);
    const bool stores = model.desc.custom.stores;
    const bool writesKeys = !stores && (!model.makesIndices || !isAbsent(args.output));
    const Temporary temporary = temporaryOf(model, stage, args.count);
    BufferList list;
    const SortBuffers buffers =
        listBuffers(model, args, temporary.bytes(), recordingBytes(model, stage, args.count), &list);
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;
    const Status parameters = checkParameters(args.parameters, model.desc);
    if (parameters != Status::Success)
        return parameters;

    plan->stepCount = 0;
    if (args.count == 0)
        return Status::Success;
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
    if (isSingle(stage)) {
        appendStep(plan, model, stage, 1, push,
                   {buffers.input.keys, buffers.countBuffer, buffers.input.values, buffers.output.keys,
                    buffers.output.values, buffers.scratch});
    } else {
        appendSort(plan, model, stage, args.count, push, buffers);
    }
    for (uint32_t i = 0; i < plan->stepCount; ++i)
        tellParameters(args.parameters, plan->steps[i].push.customSort.parameters);
    placeBarriers(plan);
    return Status::Success;
}

Status createTuned(const Context& context, const RadixSortDesc& desc, const Tuning& tuning, RadixSort* sort) noexcept
{
    return createOperation<RadixSortModel>(
        context, desc, tuning, {"RadixSort", toString(desc.type), nullptr, abi::kOpAdd, kSortFamilies, desc.kernels},
        sort);
}

Status RadixSort::create(const Context& context, const RadixSortDesc& desc, RadixSort* sort) noexcept
{
    return createTuned(context, desc, tuningFor(context), sort);
}

Status RadixSort::plan(const RadixSortArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planRadixSort);
}

Status RadixSort::record(VkCommandBuffer commandBuffer, const RadixSortArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planRadixSort);
}

VkDeviceSize RadixSort::temporarySize(uint64_t maxCount) const noexcept
{
    return m_impl != nullptr
               ? vkscan::temporarySize(static_cast<const ModelImpl<RadixSortModel>*>(m_impl)->model, maxCount)
               : 0;
}

} // namespace vkscan
