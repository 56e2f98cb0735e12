#include "scan_strategy.h"

#include "levels.h"
#include "network.h"

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

uint64_t tileElements(const ScanModel& model, Stage stage) noexcept
{
    return geometryOf(model, stage).tileElements(model.desc.type);
}

uint64_t tileCount(const ScanModel& model, Stage stage, uint64_t positions) noexcept
{
    return divideRoundingUp(positions, tileElements(model, stage));
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

uint64_t spanTiles(const ScanModel& model) noexcept
{
    return workgroupTiles(model, kSpanTiles, kSpanTiles);
}

uint64_t spanCount(const ScanModel& model, Stage stage, uint64_t tiles) noexcept
{
    const uint64_t most = stage == Stage::ReduceArray ? kReduceSpans : kMinSpans;
    const uint64_t wanted = std::max(std::min(tiles, most), divideRoundingUp(tiles, spanTiles(model)));
    return std::clamp<uint64_t>(wanted, 1, gridWidth(model));
}

uint64_t cascadeWorkgroups(const ScanModel& model) noexcept
{
    const uint32_t wanted =
        model.desc.cascadeWorkgroups > 0 ? model.desc.cascadeWorkgroups : model.tuning.cascadeWorkgroups;
    return std::min(wanted, gridWidth(model));
}

uint64_t maxTiles(const ScanModel& model, Stage stage) noexcept
{
    const uint64_t axis = gridWidth(model);
    const uint64_t groups = axis * model.capabilities.maxGroupCount[1];
    switch (stage) {
    case Stage::SingleWorkgroupSmall: return 1;
    case Stage::SingleWorkgroup: return model.desc.strategy == Strategy::Auto ? 1 : spanTiles(model);
    case Stage::FlatSumSmall:
    case Stage::FlatSum: return windowOf(model, stage);
    case Stage::ReduceSpans:
    case Stage::ReduceArray:
    case Stage::Histogram:
    case Stage::ScanSpans: return std::min(kMaxTiles, axis * spanTiles(model));
    case Stage::CascadeReduce:
    case Stage::CascadeScan:
        return std::min(kMaxTiles, workgroupTiles(model, kSpanTiles, kMaxTiles) * cascadeWorkgroups(model));
    case Stage::ScanTiles: return std::min({kMaxTiles, groups, maxLevelTiles(tileElements(model, stage))});
    case Stage::Sam:
        return std::min(kMaxTiles, workgroupTiles(model, kBoundedTiles, kMaxTiles) * windowOf(model, stage));
    default: return std::min(kMaxTiles, groups - 1); // one may be the spine's
    }
}

// The stages that may scan an array, each up to so many positions.
struct Candidate {
    Stage stage;
    uint64_t maxPositions;
};

struct Candidates {
    Candidate items[5] = {};
    uint32_t count = 0;
};

Candidates candidatesOf(const ScanModel& model) noexcept
{
    Candidates candidates;
    const auto append = [&](Stage stage) {
        candidates.items[candidates.count++] = {stage, maxPositionsOf(model, stage)};
    };
    const auto appendBoth = [&](Stage small, Stage stage) {
        if (tileElements(model, small) < tileElements(model, stage) &&
            maxPositionsOf(model, small) < maxPositionsOf(model, stage))
            append(small);
        append(stage);
    };
    const bool isAuto = model.desc.strategy == Strategy::Auto;
    const bool takesSinglePass = isAuto && model.capabilities.forwardProgress && model.capabilities.bufferInt64Atomics;
    const auto takes = [&](Strategy strategy, bool asAuto) {
        return model.desc.strategy == strategy || (isAuto && asAuto);
    };
    if (takes(Strategy::SingleWorkgroup, true))
        appendBoth(Stage::SingleWorkgroupSmall, Stage::SingleWorkgroup);
    if (takes(Strategy::FlatSum, takesSinglePass))
        appendBoth(Stage::FlatSumSmall, Stage::FlatSum);
    if (takes(Strategy::Spine, takesSinglePass))
        append(Stage::Spine);
    if (takes(Strategy::Chained, false))
        append(Stage::Chained);
    if (takes(Strategy::Sam, false))
        append(Stage::Sam);
    if (takes(Strategy::DecoupledLookback, false))
        append(Stage::LookBack);
    if (takes(Strategy::ReduceThenScan, !takesSinglePass))
        append(Stage::ScanSpans);
    if (takes(Strategy::ScanThenPropagate, false))
        append(Stage::ScanTiles);
    if (takes(Strategy::Cascade, false))
        append(Stage::CascadeScan);
    return candidates;
}

} // namespace

uint32_t gridWidth(const ScanModel& model) noexcept
{
    return std::min(model.capabilities.maxGroupCount[0], model.tuning.maxGridWidth);
}

bool usesStage(const ScanModel& model, Stage stage) noexcept
{
    const Candidates candidates = candidatesOf(model);
    for (uint32_t i = 0; i < candidates.count; ++i)
        if (candidates.items[i].stage == infoOf(stage).choice)
            return true;
    return false;
}

uint64_t headOf(const ScanModel& model, VkDeviceAddress address) noexcept
{
    return address % abi::kVectorBytes / sizeOf(model.desc.type);
}

uint64_t maxHead(const ScanModel& model) noexcept
{
    return abi::kVectorBytes / sizeOf(model.desc.type) - 1;
}

uint64_t maxPositionsOf(const ScanModel& model, Stage stage) noexcept
{
    return maxTiles(model, stage) * tileElements(model, stage);
}

uint64_t maxScanCount(const ScanModel& model) noexcept
{
    const Candidates candidates = candidatesOf(model);
    return candidates.items[candidates.count - 1].maxPositions - maxHead(model);
}

Stage chooseStage(const ScanModel& model, uint64_t positions) noexcept
{
    const Candidates candidates = candidatesOf(model);
    for (uint32_t i = 0; i < candidates.count; ++i)
        if (positions <= candidates.items[i].maxPositions)
            return candidates.items[i].stage;
    return Stage::None;
}

uint64_t workgroupCount(const ScanModel& model, Stage stage, uint64_t positions) noexcept
{
    const uint64_t tiles = tileCount(model, stage, positions);
    switch (stage) {
    case Stage::SingleWorkgroupSmall:
    case Stage::SingleWorkgroup:
    case Stage::CascadeCarries: return 1;
    case Stage::CascadeReduce:
    case Stage::CascadeScan: return cascadeWorkgroups(model);
    case Stage::ReduceSpans:
    case Stage::ReduceArray:
    case Stage::Histogram:
    case Stage::ScanSpans: return spanCount(model, stage, tiles);
    case Stage::Spine: return std::max<uint64_t>(tiles, 1) + (geometryOf(model, stage).spineSubgroups > 0 ? 1 : 0);
    case Stage::Sam: return std::clamp<uint64_t>(tiles, 1, windowOf(model, stage));
    default: return std::max<uint64_t>(tiles, 1);
    }
}

VkDeviceSize recordingScratchSize(const ScanModel& model, Stage stage, uint64_t positions) noexcept
{
    const uint64_t tiles = tileCount(model, stage, positions);
    uint64_t slots = 2 * tiles;
    if (stage == Stage::SingleWorkgroupSmall || stage == Stage::SingleWorkgroup)
        return 0;
    if (stage == Stage::ScanTiles)
        return levelsOf(model, positions).scratchBytes;
    if (stage == Stage::ScanSpans || stage == Stage::ReduceSpans || stage == Stage::ReduceArray)
        slots = spanCount(model, stage, tiles);
    if (stage == Stage::CascadeScan)
        slots = cascadeWorkgroups(model);
    if (stage == Stage::Sam)
        slots = std::min<uint64_t>(tiles, abi::kSamSlots * windowOf(model, stage));
    return abi::kScratchHeaderBytes + slots * stateWords(model) * abi::kScratchWordBytes;
}

VkDeviceSize scanScratchSize(const ScanModel& model, uint64_t maxCount) noexcept
{
    // A smaller count may take another stage and need more, so the most that any takes.
    const Candidates candidates = candidatesOf(model);
    const uint64_t maxPositions = std::min(maxCount, maxScanCount(model)) + maxHead(model);
    VkDeviceSize size = 0;
    uint64_t first = 0;
    for (uint32_t i = 0; i < candidates.count && first <= maxPositions; ++i) {
        const Candidate& candidate = candidates.items[i];
        const uint64_t most = std::min(maxPositions, candidate.maxPositions);
        size = std::max(size, recordingScratchSize(model, candidate.stage, most));
        first = candidate.maxPositions + 1;
    }
    return size;
}

} // namespace vkscan
