#include "schedule/schedule.h"

#include "schedule/levels.h"
#include "study/network.h"

#include <algorithm>

namespace vkscan {

namespace {

constexpr uint64_t kMinSpans = 1024;    // enough to fill a large GPU
constexpr uint64_t kReduceSpans = 2048; // which are summed once, not by every span
constexpr uint64_t kSpanTiles = 256;    // beyond kMinSpans times this many tiles, there are more spans
// Of a workgroup that also waits, where loops are bounded: of elements, and of blocks, which take more of them.
constexpr uint64_t kBoundedTiles = 64;
constexpr uint64_t kBoundedBlockTiles = 16;
constexpr uint64_t kMaxTiles = uint64_t{1} << 30;

uint64_t divideRoundingUp(uint64_t value, uint64_t divisor) noexcept
{
    return value / divisor + (value % divisor != 0 ? 1 : 0);
}

// Tiles that a workgroup takes one after the other: as many as loops allow where they are bounded, or else `most`.
uint64_t workgroupTiles(const ScanModel& model, uint64_t mostBounded, uint64_t most) noexcept
{
    if (!model.capabilities.boundedLoops)
        return most;
    if (usesNetwork(model.desc))
        return kBoundedNetworkTiles;
    if (model.selection)
        return kBoundedTiles;
    return partCount(model) > 1 ? kBoundedBlockTiles : mostBounded;
}

uint64_t tileCount(const Schedule& schedule, Stage stage, uint64_t positions) noexcept
{
    return divideRoundingUp(positions, schedule[stage].tileElements);
}

uint64_t spanCount(const Schedule& schedule, Stage stage, uint64_t tiles) noexcept
{
    const uint64_t most = stage == Stage::ReduceArray ? kReduceSpans : kMinSpans;
    const uint64_t wanted = std::max(std::min(tiles, most), divideRoundingUp(tiles, schedule.spanTiles));
    return std::clamp<uint64_t>(wanted, 1, schedule.gridWidth);
}

uint64_t maxTiles(const Schedule& schedule, Stage stage) noexcept
{
    const uint64_t axis = schedule.gridWidth;
    const uint64_t groups = axis * schedule.capabilities.maxGroupCount[1];
    switch (stage) {
    case Stage::SingleWorkgroupSmall: return 1;
    case Stage::SingleWorkgroup: return schedule.desc.strategy == Strategy::Auto ? 1 : schedule.spanTiles;
    case Stage::FlatSumSmall:
    case Stage::FlatSum: return schedule[stage].window;
    case Stage::ReduceSpans:
    case Stage::ReduceArray:
    case Stage::Histogram:
    case Stage::ScanSpans: return std::min(kMaxTiles, axis * schedule.spanTiles);
    case Stage::CascadeReduce:
    case Stage::CascadeScan:
    case Stage::TruncatedReduce:
    case Stage::TruncatedScan:
        return std::min(kMaxTiles, workgroupTiles(schedule, kSpanTiles, kMaxTiles) * schedule.cascadeWorkgroups);
    case Stage::ScanTiles: return std::min({kMaxTiles, groups, maxLevelTiles(schedule[stage].tileElements)});
    case Stage::Sam:
        return std::min(kMaxTiles, workgroupTiles(schedule, kBoundedTiles, kMaxTiles) * schedule[stage].window);
    default: return std::min(kMaxTiles, groups - 1); // one may be the spine's
    }
}

uint64_t positionLimit(const Schedule& schedule, Stage stage) noexcept
{
    const uint64_t head = maxHead(schedule);
    const uint64_t tiles = maxTiles(schedule, stage);
    uint64_t positions = tiles * schedule[stage].tileElements;
    // A tile's elements need no other stage if they begin within a vector: the workgroup takes a second tile.
    if (tiles == 1 && (stage == Stage::SingleWorkgroupSmall || stage == Stage::SingleWorkgroup))
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
    const Strategy strategy = schedule.desc.strategy;
    const bool isAuto = strategy == Strategy::Auto;
    const bool takesSinglePass =
        isAuto && schedule.capabilities.forwardProgress && schedule.capabilities.bufferInt64Atomics;
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

Schedule::Schedule(const ScanModel& model) noexcept
    : ScanModel(model),
      gridWidth(std::min(model.capabilities.maxGroupCount[0], model.tuning.maxGridWidth)),
      cascadeWorkgroups(std::min(
          model.desc.cascadeWorkgroups > 0 ? model.desc.cascadeWorkgroups : model.tuning.cascadeWorkgroups, gridWidth)),
      spanTiles(workgroupTiles(model, kSpanTiles, kSpanTiles)),
      slotBytes(stateWords(model) * abi::kScratchWordBytes)
{
    for (uint32_t i = 0; i < kStageCount; ++i) {
        const auto stage = static_cast<Stage>(i);
        if (infoOf(stage).geometry == nullptr)
            continue;
        const Geometry geometry = geometryOf(model, stage);
        stages[i].tileElements = geometry.tileElements(model.desc.type);
        stages[i].window = windowOf(model, stage);
        stages[i].keepsSpine = stage == Stage::Spine && geometry.spineSubgroups > 0;
        stages[i].maxPositions = positionLimit(*this, stage);
    }
    candidates = candidatesOf(*this);
}

bool usesStage(const Schedule& schedule, Stage stage) noexcept
{
    const Stage* const end = schedule.candidates.items + schedule.candidates.count;
    return std::find(schedule.candidates.items, end, infoOf(stage).choice) != end;
}

uint64_t headOf(const ScanModel& model, VkDeviceAddress address) noexcept
{
    return address % abi::kVectorBytes / sizeOf(model.desc.type);
}

uint64_t maxHead(const ScanModel& model) noexcept
{
    return abi::kVectorBytes / sizeOf(model.desc.type) - 1;
}

uint64_t maxScanCount(const Schedule& schedule) noexcept
{
    return schedule[schedule.candidates.items[schedule.candidates.count - 1]].maxPositions - maxHead(schedule);
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
    switch (stage) {
    case Stage::SingleWorkgroupSmall:
    case Stage::SingleWorkgroup:
    case Stage::CascadeCarries:
    case Stage::TruncatedCarries: return 1;
    case Stage::CascadeReduce:
    case Stage::CascadeScan:
    case Stage::TruncatedReduce:
    case Stage::TruncatedScan: return schedule.cascadeWorkgroups;
    case Stage::ReduceSpans:
    case Stage::ReduceArray:
    case Stage::Histogram:
    case Stage::ScanSpans: return spanCount(schedule, stage, tiles);
    case Stage::Sam: return std::clamp<uint64_t>(tiles, 1, schedule[stage].window);
    default: return std::max<uint64_t>(tiles, 1) + (schedule[stage].keepsSpine ? 1 : 0);
    }
}

uint64_t cascadeSpan(const Schedule& schedule, Stage stage, uint64_t positions) noexcept
{
    const uint64_t tiles = tileCount(schedule, stage, positions);
    return divideRoundingUp(tiles, schedule.cascadeWorkgroups) * schedule[stage].tileElements;
}

VkDeviceSize recordingScratchSize(const Schedule& schedule, Stage stage, uint64_t positions) noexcept
{
    if (stage == Stage::SingleWorkgroupSmall || stage == Stage::SingleWorkgroup)
        return 0;
    if (stage == Stage::ScanTiles)
        return levelsOf(schedule, positions).scratchBytes;
    const uint64_t tiles = tileCount(schedule, stage, positions);
    uint64_t slots = 2 * tiles;
    if (stage == Stage::ScanSpans || stage == Stage::ReduceSpans || stage == Stage::ReduceArray)
        slots = spanCount(schedule, stage, tiles);
    if (stage == Stage::CascadeScan)
        slots = schedule.cascadeWorkgroups;
    if (stage == Stage::TruncatedScan)
        slots = schedule.cascadeWorkgroups - 1;
    if (stage == Stage::Sam)
        slots = std::min<uint64_t>(tiles, uint64_t{abi::kSamSlots} * schedule[stage].window);
    return abi::kScratchHeaderBytes + slots * schedule.slotBytes;
}

VkDeviceSize scanScratchSize(const Schedule& schedule, uint64_t maxCount) noexcept
{
    // A smaller count may take another stage and need more, so the most that any takes.
    const uint64_t maxPositions = std::min(maxCount, maxScanCount(schedule)) + maxHead(schedule);
    VkDeviceSize size = 0;
    uint64_t first = 0;
    for (uint32_t i = 0; i < schedule.candidates.count && first <= maxPositions; ++i) {
        const Stage stage = schedule.candidates.items[i];
        const uint64_t most = std::min(maxPositions, schedule[stage].maxPositions);
        size = std::max(size, recordingScratchSize(schedule, stage, most));
        first = schedule[stage].maxPositions + 1;
    }
    return size;
}

} // namespace vkscan
