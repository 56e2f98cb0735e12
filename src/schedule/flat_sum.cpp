// Strategy::FlatSum: each tile sums all its predecessors' aggregates itself, for up to a window of tiles. One dispatch.
#include "schedule/carry_strategy.h"

namespace vkscan {

namespace {

void addFlatSumStages(const CarryStrategy& its, const Tuning& tuning, StageList* stages) noexcept
{
    const auto stage = [&](const char* name, Geometry geometry) {
        return StageDesc{.name = name,
                         .kernel = "scan_spine",
                         .geometry = geometry,
                         .slots = 2,
                         .window = tuning.window,
                         .tilesOfWindow = 1};
    };
    stages->choose(its.value, stage("FlatSumSmall", tuning.flatSumSmall), stage("FlatSum", tuning.flatSum));
}

} // namespace

constexpr CarryStrategy kFlatSum = {
    .value = Strategy::FlatSum, .needsProgress = true, .needsAtomics = true, .addStages = addFlatSumStages};

} // namespace vkscan
