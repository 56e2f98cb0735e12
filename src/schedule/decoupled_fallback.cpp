// Strategy::DecoupledFallback: tiles sum aggregates and sums of windows of tiles, and compute what is missing
// themselves. One dispatch. A workgroup reads the tiles of others, so in place ReduceThenScan takes the array.
#include "schedule/carry_strategy.h"

namespace vkscan {

namespace {

void addFallbackStages(const CarryStrategy& its, const Tuning& tuning, StageList* stages) noexcept
{
    StageDesc stage = {.name = "DecoupledFallback",
                       .kernel = "scan_fallback",
                       .geometry = tuning.spine,
                       .maxTiles = stages->maxSingleTiles(),
                       .slots = 1,
                       .readsAgain = true,
                       .levels = abi::kFallbackLevels};
    stage.geometry.spineSubgroups = 0;
    stage.constants.set(abi::kIdPolls, std::min(tuning.polls, tuning.fallbackPolls));
    stage.constants.set(abi::kIdRounds, tuning.fallbackRounds);
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

constexpr CarryStrategy kDecoupledFallback = {.value = Strategy::DecoupledFallback,
                                              .needsAtomics = true,
                                              .addStages = addFallbackStages,
                                              .scratchBytes = fallbackScratchBytes};

} // namespace vkscan
