// Each tile looks back over its predecessors until it finds one whose inclusive prefix is published. Merrill & Garland
// 2016.
#include "study/strategy.h"
#include "study_abi.h"

namespace vkscan::study::strategies {

namespace {

void addLookBackStages(const StudyStrategy& strategy, const Tuning& tuning, StageList* stages) noexcept
{
    StageDesc stage = {.name = "LookBack",
                       .kernel = "scan_look_back",
                       .geometry = tuning.lookBack,
                       .maxTiles = stages->maxSingleTiles(),
                       .slots = 2};
    // A tile that others recompute may start when the run is over, so a look-back counts tickets.
    stage.constants.set(abi::kIdInOrder, VK_FALSE);
    stage.constants.set(abi::kIdFallbacks, tuning.fallbacks);
    stages->choose(strategy.value, stage, &strategy.carries);
}

} // namespace

extern const StudyStrategy decoupled_lookback = {.value = kDecoupledLookback,
                                                 .addStages = addLookBackStages,
                                                 .needsProgressInPlace = true,
                                                 .takesUserKernels = false};

} // namespace vkscan::study::strategies
