#include "schedule/schedule.h"

#include "abi.h"
#include "schedule/levels.h"
#include "study/network.h"

#include <algorithm>
#include <numeric>

namespace vkscan {

namespace {

constexpr uint64_t kSpanTiles = 256; // of longer spans, there are more
// Of a workgroup that also waits, where loops are bounded: of elements, and of blocks, which take more of them.
constexpr uint64_t kBoundedTiles = 64;
constexpr uint64_t kBoundedBlockTiles = 16;
constexpr uint64_t kMaxTiles = uint64_t{1} << 30;
// Of a tile's vectors, and of what precedes its blocks, in an invocation's registers.
constexpr uint64_t kMostHeldWords = 170;

bool takesElementsAlone(const ScheduleDesc& desc) noexcept
{
    return isCustom(desc) && !desc.custom.inVectors;
}

// Positions of a vector of 16 bytes in a tile.
uint64_t vectorElements(const ScheduleDesc& desc) noexcept
{
    return takesElementsAlone(desc) ? 1 : abi::kVectorBytes / sizeOf(desc.type);
}

// By a digit, which takes loops over subgroups.
bool sortsTiles(Stage stage) noexcept
{
    return stage >= Stage::SortSmall && stage <= Stage::SplitSpans;
}

// Tiles that a workgroup takes one after the other: as many as loops allow where they are bounded, or else `most`.
uint64_t workgroupTiles(const Schedule& schedule, uint64_t mostBounded, uint64_t most) noexcept
{
    if (!schedule.capabilities.boundedLoops)
        return most;
    if (isCustom(schedule.desc) || sortsTiles(schedule.desc.stage))
        return kBoundedTiles;
    switch (schedule.desc.form) {
    case KernelForm::Network: return kBoundedNetworkTiles;
    case KernelForm::SegmentSums:
    case KernelForm::Select: return kBoundedTiles;
    case KernelForm::Blocks: return kBoundedBlockTiles;
    default: return mostBounded;
    }
}

// Large states need longer tiles, since they are longer than a vector to carry; of orders, as long.
bool hasLargeState(const ScheduleDesc& desc) noexcept
{
    const uint64_t bytes = desc.stateWords * sizeof(uint32_t);
    return desc.order > 1 ? bytes >= abi::kVectorBytes : bytes > abi::kVectorBytes;
}

Geometry spineGeometry(const Schedule& schedule) noexcept
{
    if (schedule.desc.form != KernelForm::Blocks)
        return schedule.tuning.*schedule.desc.spine;
    if (schedule.desc.stateWords >= abi::kLeastSharedWords)
        return schedule.tuning.sharedStateSpine;
    return hasLargeState(schedule.desc) ? schedule.tuning.largeStateSpine : schedule.tuning.blockSpine;
}

// Tuples of as many vectors as a power of two, at most a subgroup's lanes: a lane has one of these, and the same
// members in every row.
bool tuplesTakeLanes(const Schedule& schedule) noexcept
{
    const uint64_t bytes = schedule.desc.tupleSize * sizeOf(schedule.desc.type);
    return schedule.desc.order == 1 && bytes % abi::kVectorBytes == 0 &&
           schedule.capabilities.subgroupSize % (bytes / abi::kVectorBytes) == 0;
}

// Of shared memory, for two states of each of the narrowest subgroups.
uint64_t totalsBytes(Geometry geometry, uint64_t words) noexcept
{
    return uint64_t{2} * geometry.workgroupSize / 4 * words * sizeof(uint32_t);
}

// The same, where elements have words in it: those of two rows, of selections.
uint64_t stagedBytes(const Schedule& schedule, Geometry geometry) noexcept
{
    geometry.rows = std::min(geometry.rows, 2u);
    return geometry.tileElements(schedule.desc.type) * sizeof(uint32_t) +
           totalsBytes(geometry, schedule.desc.stateWords + 1) + kSharedRest;
}

// The same, where segments are reduced: elements that lie a lane's an odd number of vectors apart, a word of ends for
// each lane, and what each subgroup finds first.
uint64_t segmentBytes(const Schedule& schedule, Geometry geometry) noexcept
{
    const uint64_t lane =
        (geometry.rows | 1u) * vectorElements(schedule.desc) * elementBytes(schedule.desc) + sizeof(uint32_t);
    const uint64_t firsts = totalsBytes(geometry, schedule.desc.stateWords) / 2;
    return geometry.workgroupSize * lane + firsts + totalsBytes(geometry, schedule.desc.stateWords) + kSharedRest;
}

// Of shared memory, that a sort's tile takes: counts of digits by subgroup, which keys replace.
uint64_t sortBytes(const Schedule& schedule, Geometry geometry) noexcept
{
    const uint64_t counts = geometry.workgroupSize / schedule.capabilities.subgroupSize * uint64_t{abi::kDigits};
    const uint64_t keyWords = geometry.tileElements(schedule.desc.type) * sizeOf(schedule.desc.type) / sizeof(uint32_t);
    const uint64_t headWords = geometry.tileElements(schedule.desc.type) / 16; // of segments
    return (std::max(counts, keyWords) + abi::kDigits + headWords) * sizeof(uint32_t) + totalsBytes(geometry, 1) +
           kSharedRest;
}

// The tuning's; or the network's own; or the next that holds whole tuples and fits registers and shared memory.
Geometry geometryOf(const Schedule& schedule, Stage stage) noexcept
{
    const KernelForm form = schedule.desc.form;
    const bool selects = form == KernelForm::Select;
    Geometry geometry = stage == Stage::Spine     ? spineGeometry(schedule)
                        : stage == Stage::FlatSum ? schedule.tuning.*schedule.desc.flatSum
                                                  : schedule.tuning.*infoOf(stage).geometry;
    if (selects)
        geometry.rows = std::min(geometry.rows, abi::kMaxSelectRows);
    if (sortsTiles(stage)) {
        // A tile has as many keys, of whatever size.
        geometry.rows *= static_cast<uint32_t>(sizeOf(schedule.desc.type) / sizeof(uint32_t));
        while (sortBytes(schedule, geometry) > schedule.capabilities.maxSharedBytes)
            geometry.workgroupSize /= 2;
    }
    while (selects && stagedBytes(schedule, geometry) > schedule.capabilities.maxSharedBytes)
        geometry.workgroupSize /= 2;
    if (takesElementsAlone(schedule.desc)) // which take as many registers
        geometry.rows = std::max(geometry.rows * 4 / schedule.desc.custom.words, 1u);
    if (form == KernelForm::SegmentSums) {
        const uint64_t most = abi::kMaxSegmentItems / vectorElements(schedule.desc);
        geometry.rows = std::min(geometry.rows, static_cast<uint32_t>(most));
        while (segmentBytes(schedule, geometry) > schedule.capabilities.maxSharedBytes)
            (geometry.rows > 1 ? geometry.rows : geometry.workgroupSize) /= 2;
    }
    if (form == KernelForm::Network)
        return networkGeometry(schedule.desc.network, schedule.desc.type, schedule.capabilities, geometry);
    if (form != KernelForm::Blocks)
        return geometry;
    const uint32_t block = blockVectors(schedule, stage);
    geometry.rows = std::max((geometry.rows + block / 2) / block, 1u) * block;
    const uint64_t precedes = tuplesTakeLanes(schedule) ? 0 : schedule.desc.stateWords;
    while (geometry.rows > block && geometry.rows * 4 + geometry.rows / block * precedes > kMostHeldWords)
        geometry.rows -= block;
    const auto sharedBytes = [&] {
        const uint32_t items = block > 1 ? geometry.workgroupSize * (block | 1) * abi::kVectorBytes : 0;
        return items + totalsBytes(geometry, schedule.desc.stateWords) + kSharedRest;
    };
    while (sharedBytes() > schedule.capabilities.maxSharedBytes)
        geometry.workgroupSize /= 2;
    return geometry;
}

uint32_t windowOf(const Schedule& schedule, Stage stage) noexcept
{
    const uint32_t most = schedule[stage].geometry.workgroupSize;
    const uint32_t atOnce = schedule.capabilities.multiprocessors;
    switch (stage) {
    case Stage::Chained: return 1;
    case Stage::Sam: return std::min(schedule.tuning.samWorkgroups, most);
    case Stage::SplitFlatSumSmall:
    case Stage::SplitFlatSum: // whose tiles run at once, where it is known how many do
        return std::min({schedule.tuning.window, most, atOnce > 0 ? atOnce : most});
    default: return std::min(schedule.tuning.window, most);
    }
}

uint64_t tileCount(const Schedule& schedule, Stage stage, uint64_t positions) noexcept
{
    return divideRoundingUp(positions, schedule[stage].tileElements);
}

uint64_t spanCount(const Schedule& schedule, Stage stage, uint64_t tiles) noexcept
{
    const uint64_t most = schedule.tuning.*infoOf(stage).spans;
    const uint64_t wanted = std::max(std::min(tiles, most), divideRoundingUp(tiles, schedule.spanTiles));
    return std::clamp<uint64_t>(wanted, 1, schedule.gridWidth);
}

uint64_t maxTiles(const Schedule& schedule, Stage stage) noexcept
{
    const uint64_t axis = schedule.gridWidth;
    const uint64_t groups = axis * schedule.capabilities.maxGroupCount[1];
    const auto bounded = [&](uint64_t mostBounded, uint64_t workgroups) {
        return std::min(kMaxTiles, workgroupTiles(schedule, mostBounded, kMaxTiles) * workgroups);
    };
    switch (infoOf(stage).grid) {
    case Grid::Tile: return 1;
    case Grid::Workgroup: return schedule.desc.strategy == Strategy::Auto ? 1 : schedule.spanTiles;
    case Grid::Window: return schedule[stage].window;
    case Grid::Tiles: return std::min(kMaxTiles, groups - 1); // one may be the spine's
    case Grid::Levels: return std::min({kMaxTiles, groups, maxLevelTiles(schedule[stage].tileElements)});
    case Grid::Spans: return std::min(kMaxTiles, axis * schedule.spanTiles);
    case Grid::Cascade: return bounded(kSpanTiles, schedule.cascadeWorkgroups);
    case Grid::Resident: return bounded(kBoundedTiles, schedule[stage].window);
    }
    return 0;
}

uint64_t positionLimit(const Schedule& schedule, Stage stage) noexcept
{
    const uint64_t head = maxHead(schedule);
    const uint64_t tiles = maxTiles(schedule, stage);
    uint64_t positions = tiles * schedule[stage].tileElements;
    // A tile's elements need no other stage if they begin within a vector: the workgroup takes a second tile.
    const bool isAlone = infoOf(stage).grid == Grid::Tile || infoOf(stage).grid == Grid::Workgroup;
    if (tiles == 1 && isAlone && !sortsTiles(stage))
        positions += head;
    return schedule.desc.maxCount != 0 ? std::min(positions - head, schedule.desc.maxCount) + head : positions;
}

Schedule::Candidates candidatesOf(const Schedule& schedule) noexcept
{
    Schedule::Candidates candidates;
    // Nothing that takes no more positions than what comes before it.
    const auto append = [&](Stage stage) {
        if (candidates.count == 0 ||
            schedule[candidates.items[candidates.count - 1]].maxPositions < schedule[stage].maxPositions)
            candidates.items[candidates.count++] = stage;
    };
    const auto appendBoth = [&](Stage small, Stage stage) {
        if (schedule[small].tileElements < schedule[stage].tileElements)
            append(small);
        append(stage);
    };
    if (schedule.desc.stage != Stage::None) {
        for (const Stage small : schedule.desc.smallStages)
            if (small != Stage::None)
                append(small);
        append(schedule.desc.stage);
        return candidates;
    }
    const Strategy strategy = schedule.desc.strategy;
    const bool isAuto = strategy == Strategy::Auto;
    const bool takesSinglePass =
        isAuto && schedule.capabilities.forwardProgress && schedule.capabilities.bufferInt64Atomics;
    if (schedule.desc.form == KernelForm::SegmentSums) {
        if (isAuto || strategy == Strategy::SingleWorkgroup)
            append(Stage::SegmentsAlone);
        if (strategy == Strategy::FlatSum)
            append(Stage::SegmentsFlatSum);
        if (takesSinglePass || strategy == Strategy::Spine)
            append(Stage::SegmentsOnce);
        if ((isAuto && !takesSinglePass) || strategy == Strategy::ReduceThenScan)
            append(Stage::SegmentEnds);
        return candidates;
    }
    if (isAuto || strategy == Strategy::SingleWorkgroup)
        appendBoth(Stage::SingleWorkgroupSmall, Stage::SingleWorkgroup);
    if (takesSinglePass || strategy == Strategy::FlatSum)
        appendBoth(Stage::FlatSumSmall, Stage::FlatSum);
    if (takesSinglePass || strategy == Strategy::Spine)
        append(Stage::Spine);
    if ((isAuto && !takesSinglePass) || strategy == Strategy::ReduceThenScan)
        append(Stage::ScanSpans);
    for (const Stage stage :
         {Stage::Chained, Stage::Sam, Stage::LookBack, Stage::ScanTiles, Stage::CascadeScan, Stage::TruncatedScan})
        if (infoOf(stage).strategy == strategy)
            append(stage);
    return candidates;
}

} // namespace

Schedule::Schedule(const ScheduleDesc& of, const Tuning& by, const Capabilities& on) noexcept
    : desc(of),
      tuning(by),
      capabilities(on),
      gridWidth(std::min(on.maxGroupCount[0], by.maxGridWidth)),
      cascadeWorkgroups(std::min(of.cascadeWorkgroups > 0 ? of.cascadeWorkgroups : by.cascadeWorkgroups, gridWidth)),
      spanTiles(workgroupTiles(*this, kSpanTiles, kSpanTiles))
{
    if (desc.stateWords == 0)
        desc.stateWords = static_cast<uint32_t>(desc.order * desc.tupleSize * sizeOf(desc.type) / sizeof(uint32_t));
    slotBytes = desc.stateWords * uint64_t{abi::kScratchWordBytes};
    for (uint32_t i = 0; i < kStageCount; ++i) {
        const auto stage = static_cast<Stage>(i);
        if (infoOf(stage).geometry == nullptr)
            continue;
        stages[i].geometry = geometryOf(*this, stage);
        stages[i].tileElements =
            uint64_t{stages[i].geometry.workgroupSize} * stages[i].geometry.rows * vectorElements(desc);
        stages[i].window = windowOf(*this, stage);
        stages[i].keepsSpine = stage == Stage::Spine && stages[i].geometry.spineSubgroups > 0;
        stages[i].maxPositions = positionLimit(*this, stage);
    }
    candidates = candidatesOf(*this);
    for (uint32_t i = 0; i < candidates.count; ++i)
        for (uint32_t j = 0; j < kStageCount; ++j)
            stages[j].isUsed |= infoOf(static_cast<Stage>(j)).choice == candidates.items[i];
    maxCount = (*this)[candidates.items[candidates.count - 1]].maxPositions - maxHead(*this);
}

uint64_t elementBytes(const ScheduleDesc& desc) noexcept
{
    return isCustom(desc) ? desc.custom.words * sizeof(uint32_t) : sizeOf(desc.type);
}

uint32_t blockVectors(const Schedule& schedule, Stage stage) noexcept
{
    if (tuplesTakeLanes(schedule))
        return 1;
    const auto elements = static_cast<uint32_t>(abi::kVectorBytes / sizeOf(schedule.desc.type));
    const uint32_t tuples = schedule.desc.tupleSize / std::gcd(schedule.desc.tupleSize, elements);
    uint32_t wanted = 1;
    if (schedule.desc.order > 1 && hasLargeState(schedule.desc))
        wanted = stage == Stage::Spine ? schedule.tuning.orderSpineVectors : schedule.tuning.orderVectors;
    return std::max(wanted / tuples, 1u) * tuples;
}

uint64_t headOf(const Schedule& schedule, VkDeviceAddress address) noexcept
{
    return takesElementsAlone(schedule.desc) ? 0 : address % abi::kVectorBytes / sizeOf(schedule.desc.type);
}

uint64_t maxHead(const Schedule& schedule) noexcept
{
    return vectorElements(schedule.desc) - 1;
}

Stage chooseStage(const Schedule& schedule, uint64_t positions) noexcept
{
    for (uint32_t i = 0; i < schedule.candidates.count; ++i)
        if (positions <= schedule[schedule.candidates.items[i]].maxPositions)
            return schedule.candidates.items[i];
    return Stage::None;
}

uint64_t workgroupCount(const Schedule& schedule, Stage stage, uint64_t positions) noexcept
{
    const uint64_t tiles = tileCount(schedule, stage, positions);
    switch (infoOf(stage).grid) {
    case Grid::Tile:
    case Grid::Workgroup: return 1;
    case Grid::Window:
    case Grid::Tiles:
    case Grid::Levels: return std::max<uint64_t>(tiles, 1) + (schedule[stage].keepsSpine ? 1 : 0);
    case Grid::Spans: return spanCount(schedule, stage, tiles);
    case Grid::Cascade: return schedule.cascadeWorkgroups;
    case Grid::Resident: return std::clamp<uint64_t>(tiles, 1, schedule[stage].window);
    }
    return 0;
}

uint64_t cascadeSpan(const Schedule& schedule, Stage stage, uint64_t positions) noexcept
{
    const uint64_t tiles = tileCount(schedule, stage, positions);
    return divideRoundingUp<uint64_t>(tiles, schedule.cascadeWorkgroups) * schedule[stage].tileElements;
}

VkDeviceSize recordingScratchSize(const Schedule& schedule, Stage stage, uint64_t positions) noexcept
{
    const StageInfo& info = infoOf(stage);
    if (info.slots == 0) // A user's kernels need a word that can be read, where there may be no arrays.
        return isCustom(schedule.desc) ? abi::kScratchHeaderBytes : 0;
    if (info.grid == Grid::Levels)
        return levelsOf(schedule, positions).scratchBytes;
    const uint64_t tiles = tileCount(schedule, stage, positions);
    uint64_t slots = info.slots * tiles;
    if (info.grid == Grid::Spans)
        slots = info.slots * spanCount(schedule, stage, tiles);
    else if (info.grid == Grid::Cascade) // the last span's total is nobody's carry
        slots = schedule.cascadeWorkgroups - (stage == Stage::TruncatedScan ? 1 : 0);
    else if (info.grid == Grid::Resident)
        slots = std::min<uint64_t>(tiles, uint64_t{abi::kSamSlots} * schedule[stage].window);
    return abi::kScratchHeaderBytes + slots * schedule.slotBytes;
}

VkDeviceSize scratchSize(const Schedule& schedule, uint64_t maxCount) noexcept
{
    const uint64_t last = schedule[schedule.candidates.items[schedule.candidates.count - 1]].maxPositions;
    const uint64_t head = maxHead(schedule);
    const uint64_t maxPositions = std::min(maxCount, last - head) + head;
    return mostBytes(schedule, maxPositions,
                     [&](Stage stage, uint64_t positions) { return recordingScratchSize(schedule, stage, positions); });
}

} // namespace vkscan
