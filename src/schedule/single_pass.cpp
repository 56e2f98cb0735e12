// The single pass: each tile publishes its aggregate and receives its carry in the same dispatch. In a flat sum, each
// tile sums all its predecessors' aggregates itself, for up to a window of tiles. For more tiles there is the spine:
// one workgroup scans the aggregates as they arrive and hands out the carries, or windows of flat sums hand them on.
//
// SpineWithFallback has short waits, and a recovery pass for the tiles that gave up; if none did, it ends at once. All
// tiles have published their aggregates by then, so it does not wait. Devices without 64-bit atomics take two passes.
#include "schedule/carry_strategy.h"

#include <algorithm>

namespace vkscan {

namespace {

constexpr uint32_t kMostFallbackOrder = 4; // or elements of a tuple; two passes are faster beyond
constexpr uint32_t kRecoveryGroups = 128;

StageDesc passStage(const char* name, Geometry geometry, const Tuning& tuning) noexcept
{
    return {.name = name, .kernel = "scan_spine", .geometry = geometry, .slots = 2, .window = tuning.window};
}

} // namespace

void addFlatSum(const Tuning& tuning, StageList* stages) noexcept
{
    StageDesc small = passStage("FlatSumSmall", tuning.flatSumSmall, tuning);
    StageDesc flat = passStage("FlatSum", tuning.flatSum, tuning);
    small.tilesOfWindow = flat.tilesOfWindow = 1;
    stages->choose(Strategy::FlatSum, small, flat);
}

void addSpine(const Tuning& tuning, StageList* stages) noexcept
{
    StageDesc stage = passStage("Spine", tuning.spine, tuning);
    stage.maxTiles = stages->maxSingleTiles();
    stage.keepsSpine = true;
    stages->choose(Strategy::Spine, stage);
}

void addSpineWithFallback(const Tuning& tuning, StageList* stages) noexcept
{
    const ScheduleDesc& desc = stages->schedule().desc;
    const Capabilities& capabilities = stages->schedule().capabilities;
    const bool isAuto = tuning.strategy == Strategy::Auto;
    const bool takesPass = desc.order * desc.tupleSize <= kMostFallbackOrder && capabilities.bufferInt64Atomics;
    if (takesPass) {
        const uint32_t groups = std::min(kRecoveryGroups, stages->schedule().gridWidth);
        const uint64_t most = stages->workgroupTiles(kBoundedTiles, kMaxTiles) * groups;
        StageDesc stage = passStage("SpineWithFallback", tuning.spine, tuning);
        stage.maxTiles = std::min(stages->maxSingleTiles(), most);
        stage.keepsSpine = true;
        stage.fallback = abi::kFallbackPass;
        if (isAuto)
            stage.leastPositions = static_cast<uint32_t>(tuning.fallbackBytes / stages->schedule().elementBytes);
        if (stages->choose(Strategy::SpineWithFallback, stage))
            stages->addRecovery(stage, "SpineRecovery", groups);
    }
    if (!takesPass || isAuto || capabilities.boundedLoops)
        addReduceThenScan(tuning, stages);
}

} // namespace vkscan
