// Strategy::DecoupledFallback: tiles sum aggregates and sums of windows of tiles, and compute what is missing
// themselves. One dispatch. A workgroup reads the tiles of others, so in place ReduceThenScan takes the array.
#include "schedule/carry_strategy.h"

namespace vkscan {

namespace {

constexpr uint8_t kLevels = 3; // scan_fallback.comp

void addFallbackStages(const CarryStrategy& its, const Tuning& tuning, StageList* stages) noexcept
{
    StageDesc stage = {.name = "DecoupledFallback",
                       .kernel = "scan_fallback",
                       .geometry = tuning.spine,
                       .maxTiles = stages->maxSingleTiles(),
                       .slots = 1,
                       .window = tuning.window,
                       .readsAgain = true,
                       .levels = kLevels};
    stage.geometry.spineSubgroups = 0;
    stages->choose(its.value, stage, &its);
    if (stages->schedule().desc.worksInPlace)
        kReduceThenScan.addStages(kReduceThenScan, tuning, stages);
}

VkDeviceSize fallbackScratchBytes(const Schedule& schedule, const Stage& stage, uint64_t positions) noexcept
{
    uint64_t slots = 0;
    uint64_t entries = tileCount(stage, positions);
    for (uint32_t level = 0; level < stage.levels; ++level, entries /= stage.window)
        slots += entries;
    return abi::kScratchHeaderBytes + slots * schedule.slotBytes;
}

} // namespace

constexpr CarryStrategy kDecoupledFallback = {
    .value = Strategy::DecoupledFallback, .addStages = addFallbackStages, .scratchBytes = fallbackScratchBytes};

} // namespace vkscan
