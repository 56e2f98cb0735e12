#include "operations/top_k.h"

#include "custom_abi.h"
#include "operations/custom_kernels.h"
#include "operations/elements.h"
#include "plan/buffers.h"
#include "schedule/record.h"
#include "top_k_abi.h"

#include <vkscan/types.h>

#include <algorithm>
#include <bit>

namespace vkscan {

namespace families {
extern const KernelFamily fill, top_k;
}

namespace {

constexpr const KernelFamily* kTopKFamilies[] = {&families::top_k, &families::fill};

// A workgroup for each row of one key fits the smallest grid that devices offer, 65535 × 65535. Places of keys missing
// in a vector or the last tile must not exceed 32 bits.
constexpr uint64_t kMostElementsOfArray = 0xfffe0000;
// Maximum tiles that are faster as one row than by a sample.
constexpr uint64_t kSingleTiles = 4;
// Maximum entries that a selection by digits leaves; at least kMaxTopK.
constexpr uint64_t kMostEntries = 2 * kMaxTopK;
// Maximum k of rows, if shared memory has room for so many entries.
constexpr uint32_t kMostOfRow = 4096;
// Lists that are not short leave room for fewer workgroups: those of rows of more tiles are larger instead.
constexpr uint64_t kFewTilesOfRow = 4;
// Limits on devices that bound loops: tiles of a workgroup, and entries that a workgroup merges.
constexpr uint32_t kBoundedListTiles = 32;
constexpr uint64_t kBoundedEntries = 1 << 18;

// A smaller k takes a shorter list, so that more workgroups run at once; rows take a k up to the list's length.
uint32_t listEntriesOf(const Tuning& tuning, uint64_t keyBytes, uint32_t maxK,
                       const Capabilities& capabilities) noexcept
{
    const uint64_t entryBytes = keyBytes + sizeof(uint32_t);
    const uint64_t firsts = abi::kTopKGroups * entryBytes + abi::kTopKRangeBins * sizeof(uint32_t);
    const uint64_t rest = totalsBytes(tuning.topK, keyBytes / sizeof(uint32_t)) + firsts + kSharedRest;
    uint32_t entries = tuning.topKEntries;
    if (maxK <= entries / 8)
        entries /= 2;
    else if (maxK > entries / 4 && maxK <= kMostOfRow)
        entries = kMostOfRow;
    while (entries * entryBytes + rest > capabilities.maxSharedBytes)
        entries /= 2;
    return entries;
}

// Bits of keys that are inverted in codes.
uint64_t flipOf(const TopKModel& model) noexcept
{
    const uint64_t sign = model.flipsSign ? uint64_t{1} << (model.elementBytes * 8 - 1) : 0;
    return model.inverts ? ~sign : sign;
}

bool isSampled(const TopKModel& model, uint64_t count) noexcept
{
    return tileCount(model[0], count) > kSingleTiles;
}

// Workgroups that rank what a sample left, or leave the first k keys of their tiles.
uint64_t mergingGroups(const TopKModel& model, uint64_t count) noexcept
{
    return std::max(model.rankingGroups, workgroupCount(model, model[0], count));
}

// Maximum keys that are merged: on devices that bound loops, those whose first ones one workgroup merges.
uint64_t mostMerged(const TopKModel& model, uint64_t k) noexcept
{
    if (!model.capabilities.boundedLoops)
        return kMostElementsOfArray;
    return std::min(kMostElementsOfArray,
                    kBoundedEntries / std::max<uint64_t>(k, 1) * kBoundedListTiles * model[0].tileElements);
}

VkDeviceSize entryBytes(const TopKModel& model, uint64_t entries) noexcept
{
    return roundUp<VkDeviceSize>(entries * model.elementBytes, abi::kVectorBytes) +
           roundUp<VkDeviceSize>(entries * sizeof(uint32_t), abi::kVectorBytes);
}

// Shares of the entries within a sample's bound. Short arrays have one for each tile, whose workgroup takes its own
// sample; longer ones have one in all. Tiles are counted as if the array began at the end of a vector.
uint64_t sharesOf(const TopKModel& model, uint64_t count) noexcept
{
    if (!isSampled(model, count))
        return 0;
    const uint64_t tiles =
        tileCount(model[model.collectSmallStage], count + abi::kVectorBytes / model.elementBytes - 1);
    return tiles <= model.mostShares ? tiles : 1;
}

VkDeviceSize shareCountBytes(uint64_t shares) noexcept
{
    return abi::kTopKShareCounts + roundUp<VkDeviceSize>(shares * sizeof(uint32_t), abi::kVectorBytes);
}

VkDeviceSize sharedBytes(const TopKModel& model, uint64_t shares) noexcept
{
    return shareCountBytes(shares) + entryBytes(model, shares * model[model.collectSmallStage].tileElements);
}

// Bytes of a sample, its bound and its entries; or, in the same place, the entries that workgroups leave. Longer arrays
// take at least the bytes of shorter ones.
VkDeviceSize mergeBytes(const TopKModel& model, uint64_t count, uint64_t k) noexcept
{
    const uint64_t shares = sharesOf(model, count);
    if (shares == 0)
        return 0;
    const VkDeviceSize left = shareCountBytes(model.mostShares) + entryBytes(model, mergingGroups(model, count) * k);
    if (shares > 1)
        return std::max(left, sharedBytes(model, shares));
    return std::max({left, sharedBytes(model, model.mostShares),
                     shareCountBytes(1) + entryBytes(model, abi::kTopKFewEntries) +
                         entryBytes(model, uint64_t{abi::kTopKParts} * abi::kTopKGroups)});
}

uint32_t passesOf(const TopKModel& model) noexcept
{
    return static_cast<uint32_t>(model.elementBytes / sizeof(uint32_t) + 1) * abi::kTopKPassesOfWord;
}

VkDeviceSize stateBytes(const TopKModel& model) noexcept
{
    return abi::kTopKCountsOffset + VkDeviceSize{passesOf(model)} * abi::kTopKBins * sizeof(uint32_t);
}

VkDeviceSize selectionBytes(const TopKModel& model, uint64_t count) noexcept
{
    return stateBytes(model) + entryBytes(model, std::min(count, kMostEntries));
}

struct TopKBuffers {
    Access input;
    Access values;
    Access rowLengths; // empty without rows
    Access output;
    Access index;
    Access sortedValues;
    AccessList results; // the three outputs
    Access temporary;
    Access countBuffer;
};

// The push constants of a user's kernels, from those of the library's.
PushConstants customPush(const TopKModel& model, const abi::TopKPush& push, const Parameters& parameters) noexcept
{
    const auto offsetOf = [&](uint64_t address) {
        return static_cast<uint32_t>(address != 0 ? (address - push.scratchAddress) / abi::kVectorBytes : 0);
    };
    abi::CustomTopKPush custom = {};
    custom.temporaryAddress = push.scratchAddress;
    custom.outputAddress = push.outputAddress;
    custom.valuesAddress = push.valuesAddress;
    custom.maxCount = static_cast<uint32_t>(push.maxCount);
    custom.flags = (model.inverts ? abi::kTopKInverts : 0) | (model.flipsSign ? abi::kTopKFlipsSign : 0) |
                   push.shares << abi::kTopKSharesShift;
    custom.countAddress = push.countAddress;
    custom.indexAddress = push.indexAddress;
    custom.sortedValuesAddress = push.sortedValuesAddress;
    custom.k = push.k;
    custom.rowLength = push.rowLength;
    custom.rowPitch = push.rowPitch;
    custom.resultPitch = push.resultPitch;
    custom.step = push.step;
    const bool hasRows = push.rowLength > 0;
    custom.entriesOffset = hasRows ? static_cast<uint32_t>(push.entriesAddress) : offsetOf(push.entriesAddress);
    custom.nextOffset = hasRows ? static_cast<uint32_t>(push.entriesAddress >> 32) : offsetOf(push.nextAddress);
    custom.nextCapacity = push.nextCapacity;
    PushConstants pushed = custom;
    setParameters(parameters, abi::kTopKParametersOffset, &pushed);
    return pushed;
}

void appendKernel(Plan* plan, const TopKModel& model, uint32_t stage, uint64_t groups, const abi::TopKPush& push,
                  const TopKArgs& args, const AccessList& accesses) noexcept
{
    const bool isUsers = isCustom(model.desc) && model[stage].callsUser;
    appendStep(plan, model, stage, groups, isUsers ? customPush(model, push, args.parameters) : PushConstants(push),
               accesses);
}

// A sample bounds the keys that are collected and ranked. If they are too few or too many, all keys are merged.
void appendMerge(Plan* plan, const TopKModel& model, const TopKArgs& args, abi::TopKPush push,
                 const TopKBuffers& buffers) noexcept
{
    AccessList accesses = {buffers.input, buffers.countBuffer, buffers.temporary};
    push.shares = static_cast<uint32_t>(sharesOf(model, args.count));
    push.scratchAddress = buffers.temporary.range.address;
    if (push.shares == 1) {
        appendKernel(plan, model, model.sampleStage, abi::kTopKParts, push, args, accesses);
        appendKernel(plan, model, model.collectStage, workgroupCount(model, model[model.collectStage], args.count),
                     push, args, accesses);
    } else {
        appendKernel(plan, model, model.collectSmallStage, push.shares, push, args, accesses);
    }
    const uint64_t groups = mergingGroups(model, args.count);
    push.nextAddress = push.scratchAddress + shareCountBytes(push.shares);
    push.nextCapacity = static_cast<uint32_t>(groups * push.k);
    accesses.append(buffers.values);
    accesses.append(buffers.results);
    appendKernel(plan, model, 0, groups, push, args, accesses);
}

// Counting by digits finds a bound. Entries up to it are sorted in runs, and ranked.
void appendSelection(Plan* plan, const TopKModel& model, const TopKArgs& args, abi::TopKPush push,
                     const TopKBuffers& buffers) noexcept
{
    const uint64_t capacity = std::min(args.count, kMostEntries);
    push.entriesAddress = buffers.temporary.range.address;
    push.nextAddress = push.entriesAddress + stateBytes(model);
    push.nextCapacity = static_cast<uint32_t>(capacity);
    const auto append = [&](uint32_t stage, uint64_t elements, const AccessList& accesses) {
        appendKernel(plan, model, stage, divideRoundingUp(elements, uint64_t{model[stage].geometry.workgroupSize}),
                     push, args, accesses);
    };
    appendFill(plan, model, model.clearStage, push.entriesAddress + abi::kTopKEntryCountOffset,
               (stateBytes(model) - abi::kTopKEntryCountOffset) / kWordBytes, {buffers.temporary});
    const AccessList reading = {buffers.input, buffers.countBuffer, buffers.temporary};
    const auto readInput = [&](uint32_t stage) {
        appendKernel(plan, model, stage, workgroupCount(model, model[stage], args.count), push, args, reading);
    };
    for (push.step = 0; push.step < passesOf(model); ++push.step)
        readInput(model.countStage);
    readInput(model.filterStage);
    appendKernel(plan, model, model.sortStage, divideRoundingUp(capacity, uint64_t{model.listEntries}), push, args,
                 {buffers.temporary});
    if (isCustom(model.desc) && push.sortedValuesAddress == 0) // a readable word in place of values
        push.maxCount = 1;
    AccessList ranking = {readOnly(buffers.temporary), buffers.values};
    ranking.append(buffers.results);
    append(model.rankStage, capacity, ranking);
}

} // namespace

Status makeModel(const TopKDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 TopKModel* model) noexcept
{
    const ElementTypeRow* const type = findRow(kElementTypes, desc.type);
    if (type == nullptr)
        return {Argument::Type, Rule::Invalid};
    if (type->bytes == 1)
        return {Argument::Type, Rule::NotOffered};
    if (desc.maxK == 0 || desc.maxK > kMaxTopK)
        return {Argument::MaxK, Rule::Invalid};
    ScheduleDesc schedule;
    const bool isSmall = type->bytes < sizeof(uint32_t);
    const uint32_t codeBytes = isSmall ? sizeof(uint32_t) : type->bytes;
    schedule.type = isSmall ? ElementType::U32 : desc.type; // of codes
    schedule.isShifted = false;
    const Status taken = takeKernels(desc.kernels, KernelUse::Sort, &schedule);
    if (taken != Status::Success)
        return taken;
    if (isCustom(schedule) && (!schedule.custom.loads || schedule.custom.stores))
        return {Argument::Kernels, Rule::NotOffered};
    if (isCustom(schedule) && schedule.custom.words * sizeof(uint32_t) != type->bytes)
        return {Argument::Type, Rule::Incompatible};
    schedule.boundedTiles = kBoundedListTiles;
    schedule.maxCount = desc.maxCount;
    const uint32_t listEntries = listEntriesOf(tuning, codeBytes, desc.maxK, capabilities);
    const ElementType counted = codeBytes == sizeof(uint32_t) ? ElementType::U32 : ElementType::U64;
    schedule.constants.set(abi::kIdType, static_cast<uint32_t>(counted)); // the type of counts, which kernels sum
    schedule.constants.set(abi::kIdFloatCodes, isFloat(desc.type) ? VK_TRUE : VK_FALSE);
    schedule.constants.set(abi::kIdListEntries, listEntries);
    if (isSmall)
        schedule.constants.set(abi::kIdSmallKeys, VK_TRUE);
    *model = {{schedule, tuning, capabilities}, desc.maxK, type->bytes, listEntries, !desc.smallest, type->isSigned};
    const TileForm form;
    StageList stages(model, form);
    const auto spans = [&](const char* name, const char* kernel) {
        return StageDesc{.name = name,
                         .kernel = kernel,
                         .geometry = tuning.topK,
                         .grid = Grid::Spans,
                         .maxTiles = stages.maxSpanTiles(),
                         .groups = tuning.topKGroups};
    };
    stages.choose(Strategy::Auto, spans("TopK", "top_k_merge"));
    model->maxCount =
        std::min(model->maxCount, desc.maxK > model->maxListK() ? kMostElementsOfArray : mostMerged(*model, desc.maxK));
    model->rankingGroups = tuning.topKGroups;
    const auto add = [&](const char* name, const char* kernel, bool readsKeys) {
        return stages.add({.name = name, .kernel = kernel, .geometry = tuning.topK, .callsUser = readsKeys});
    };
    model->sampleStage = add("TopKSample", "top_k_sample", true);
    model->collectStage = stages.add(spans("TopKCollect", "top_k_collect"));
    StageDesc rows = {.name = "TopKRows", .kernel = "top_k_rows", .geometry = tuning.topKRows, .callsUser = true};
    model->rowsStage = stages.add(rows);
    if (listEntries > abi::kTopKShortList) {
        rows.name = "TopKLongRows";
        rows.geometry.workgroupSize = std::min(rows.geometry.workgroupSize * listEntries / abi::kTopKShortList,
                                               capabilities.maxWorkgroupInvocations);
        model->longRowsStage = stages.add(rows);
    }
    const auto laneVectors = static_cast<uint32_t>((codeBytes << abi::kTopKLaneSteps) / abi::kVectorBytes);
    if (!isCustom(schedule)) {
        model->packedRowsStage = stages.add({.name = "TopKPackedRows",
                                             .kernel = "top_k_packed_rows",
                                             .geometry = {capabilities.subgroupSize, laneVectors}});
        model->shortRowsStage = stages.add({.name = "TopKShortRows",
                                            .kernel = "top_k_short_rows",
                                            .geometry = {capabilities.subgroupSize, tuning.topKShortRows}});
    }
    StageDesc small = {.name = "TopKCollectSmall", .kernel = "top_k_collect", .geometry = tuning.topK};
    small.constants.set(abi::kIdOwnSamples, VK_TRUE);
    model->collectSmallStage = stages.add(small);
    model->mostShares =
        std::min<uint64_t>({tuning.topKGroups, (*model)[model->collectSmallStage].geometry.workgroupSize,
                            abi::kTopKMostShares, listEntries / 2});
    if (desc.maxK <= model->maxListK())
        return Status::Success;
    model->clearStage = stages.add(fillStage());
    model->countStage = stages.add(spans("TopKCount", "top_k_count"));
    model->filterStage = stages.add(spans("TopKFilter", "top_k_filter"));
    model->sortStage = add("TopKSort", "top_k_sort", false);
    model->rankStage = add("TopKRank", "top_k_rank", false);
    return Status::Success;
}

VkDeviceSize scratchSize(const TopKModel& /*model*/, uint64_t /*maxCount*/) noexcept
{
    return 0;
}

VkDeviceSize temporarySize(const TopKModel& model, uint64_t maxCount) noexcept
{
    const uint64_t count = std::min(maxCount, model.maxCount);
    const uint32_t listK = std::min(model.maxK, model.maxListK());
    const VkDeviceSize merging = mergeBytes(model, count, listK);
    return model.maxK > listK && count > listK ? std::max(merging, selectionBytes(model, count)) : merging;
}

namespace {

// The rows of a call, and the number of results of each.
struct TopKRows {
    bool hasRows;
    uint64_t pitch;
    uint64_t k;
    bool merges; // whether a list holds k
    uint64_t rows;

    TopKRows(const TopKModel& model, const TopKArgs& args) noexcept
        : hasRows(args.rowLength > 0),
          pitch(args.rowPitch != 0 ? args.rowPitch : args.rowLength),
          k(std::min<uint64_t>(args.k, hasRows ? std::min<uint64_t>(args.rowLength, args.count) : args.count)),
          merges(hasRows ? k <= model.listEntries : k <= model.maxListK() && args.count <= mostMerged(model, k)),
          rows(hasRows && pitch > 0 ? divideRoundingUp(args.count, pitch) : 1)
    {
    }
};

// The stage that takes rows: a subgroup's registers hold short ones, and several of the shortest.
uint32_t stageOfRows(const TopKModel& model, const TopKArgs& args, uint64_t pitch, uint64_t k) noexcept
{
    if (model.longRowsStage != kNoStage && args.rowLength > kFewTilesOfRow * model[model.rowsStage].tileElements)
        return model.longRowsStage;
    if (isCustom(model.desc) || args.rowLength == 0)
        return model.rowsStage;
    if (args.rowLength <= model[model.packedRowsStage].tileElements)
        return model.packedRowsStage;
    const Stage& shortRows = model[model.shortRowsStage];
    const uint64_t vectorKeys = abi::kVectorBytes / model.elementBytes;
    const bool isAligned = (args.input.address | pitch * model.keyBytes) % (vectorKeys * model.keyBytes) == 0;
    const uint64_t positions = args.rowLength + (isAligned ? 0 : vectorKeys - 1);
    const bool isShort =
        positions <= shortRows.tileElements && k <= abi::kTopKLaneResults * uint64_t{shortRows.geometry.workgroupSize};
    return isShort ? model.shortRowsStage : model.rowsStage;
}

TopKBuffers listTopK(const TopKModel& model, const TopKArgs& args, BufferList* list) noexcept
{
    const auto [hasRows, pitch, k, merges, rows] = TopKRows(model, args);
    const uint64_t read = k > 0 ? args.count : 0;
    const uint64_t results = hasRows && k > 0 ? rows * args.k : k;
    const uint64_t parted = hasRows ? 0 : read; // elements, if several dispatches take the array
    list->require(args.k <= model.maxK && (!hasRows || merges), {Argument::K, Rule::TooLarge});
    list->require(pitch >= args.rowLength, {Argument::RowPitch, Rule::TooSmall});
    TopKBuffers buffers;
    buffers.input = model.keyBytes == model.elementBytes
                        ? listInput(model, Argument::Input, args.input, read, list)
                        : list->read(Argument::Input, args.input, read * model.keyBytes, model.keyBytes);
    const auto listResults = [&](Argument argument, const BufferRange& given, VkDeviceSize bytes) {
        return list->write(argument, given, results * bytes, bytes, Presence::Optional);
    };
    buffers.output = listResults(Argument::Output, args.output, model.keyBytes);
    buffers.index = listResults(Argument::Index, args.index, kWordBytes);
    buffers.sortedValues = listResults(Argument::SortedValues, args.sortedValues, kWordBytes);
    buffers.results = {buffers.output, buffers.index, buffers.sortedValues};
    const uint64_t values = buffers.sortedValues.range.size > 0 ? read : 0;
    buffers.values = list->read(Argument::Values, args.values, values * kWordBytes, kWordBytes);
    if (hasRows)
        buffers.rowLengths = list->read(Argument::RowLengths, args.rowLengths, k > 0 ? rows * kWordBytes : 0,
                                        kWordBytes, Presence::Optional);
    buffers.temporary =
        list->write(Argument::Temporary, args.temporary, temporarySize(model, parted), abi::kVectorBytes);
    buffers.countBuffer = list->countBuffer(args.countBuffer);
    return buffers;
}

} // namespace

Status planTopK(const TopKModel& model, const TopKArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    const auto [hasRows, pitch, k, merges, rows] = TopKRows(model, args);
    BufferList list;
    const TopKBuffers buffers = listTopK(model, args, &list);
    Status checked = list.check();
    if (checked == Status::Success)
        checked = checkParameters(args.parameters, model.desc);
    if (checked != Status::Success)
        return checked;

    plan->stepCount = 0;
    if (buffers.results.count == 0)
        return Status::Success;
    auto push = pushOf<abi::TopKPush>(args, 0);
    push.scratchAddress = args.input.address / kWordBytes * kWordBytes; // any readable word
    if (isCustom(model.desc))
        push.scratchAddress = buffers.temporary.range.size > 0
                                  ? buffers.temporary.range.address
                                  : readableAddress(buffers.results) / abi::kVectorBytes * abi::kVectorBytes;
    push.inputAddress = args.input.address;
    push.outputAddress = buffers.output.range.address;
    push.indexAddress = buffers.index.range.address;
    push.valuesAddress = buffers.values.range.size > 0 ? args.values.address : push.scratchAddress;
    push.sortedValuesAddress = buffers.sortedValues.range.address;
    push.k = static_cast<uint32_t>(k);
    push.resultPitch = args.k;
    push.flip = flipOf(model);
    if (hasRows || (merges && !isSampled(model, args.count))) {
        push.rowLength = hasRows ? args.rowLength : static_cast<uint32_t>(args.count);
        push.rowPitch = static_cast<uint32_t>(pitch);
        AccessList accesses = {buffers.input, buffers.countBuffer, buffers.values, buffers.rowLengths};
        accesses.append(buffers.results);
        push.entriesAddress = buffers.rowLengths.range.size > 0 ? buffers.rowLengths.range.address + abi::kPresent
                                                                : readableAddress(accesses);
        const uint32_t stage = stageOfRows(model, args, pitch, k);
        const uint64_t places = std::max(std::bit_ceil(push.rowLength), 1u << abi::kTopKLaneSteps);
        const uint64_t sideBySide = stage == model.packedRowsStage ? model[stage].tileElements / places : 1;
        appendKernel(plan, model, stage, divideRoundingUp(rows, sideBySide), push, args, accesses);
    } else if (merges) {
        appendMerge(plan, model, args, push, buffers);
    } else {
        appendSelection(plan, model, args, push, buffers);
    }
    placeBarriers(plan);
    return Status::Success;
}

template <>
struct Record<TopKArgs> {
    static constexpr auto kList = listTopK;
    static constexpr auto kPlan = planTopK;
    static OperationKernels kernels(const TopKDesc& desc) noexcept
    {
        return {"TopK", toString(desc.type), nullptr, abi::kOpAdd, kTopKFamilies, desc.kernels};
    }
};
template class ArrayOperationOf<TopKDesc, TopKArgs>;

VkDeviceSize TopK::temporarySize(uint64_t maxCount) const noexcept
{
    return m_impl != nullptr ? vkscan::temporarySize(static_cast<const ModelImpl<TopKModel>*>(m_impl)->model, maxCount)
                             : 0;
}

} // namespace vkscan
