// Strategy::Spine: one workgroup scans the tiles' aggregates as they arrive and hands out the carries, or windows of
// flat sums hand them on. One dispatch.
#include "schedule/carry_strategy.h"

namespace vkscan {

namespace {

void addSpineStages(const CarryStrategy& its, const Tuning& tuning, StageList* stages) noexcept
{
    stages->choose(its.value, {.name = "Spine",
                               .kernel = "scan_spine",
                               .geometry = tuning.spine,
                               .maxTiles = stages->maxSingleTiles(),
                               .slots = 2,
                               .window = tuning.window,
                               .keepsSpine = true});
}

} // namespace

constexpr CarryStrategy kSpine = {
    .value = Strategy::Spine, .needsProgress = true, .needsAtomics = true, .addStages = addSpineStages};

} // namespace vkscan
