// Each tile waits for its predecessor's inclusive prefix and publishes its own: Spine's kernel with windows of one
// tile. Yan, Long & Zhang 2013.
#include "study/strategy.h"

namespace vkscan::study::strategies {

namespace {

void addChainedStages(const StudyStrategy& strategy, const Tuning& tuning, StageList* stages) noexcept
{
    stages->choose(strategy.value, {.name = "Chained",
                                    .kernel = "scan_spine",
                                    .geometry = tuning.chained,
                                    .maxTiles = stages->maxSingleTiles(),
                                    .slots = 2,
                                    .window = 1});
}

} // namespace

extern const StudyStrategy chained = {.value = kChained, .addStages = addChainedStages};

} // namespace vkscan::study::strategies
