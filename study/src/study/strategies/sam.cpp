// As many workgroups as surely run at once take tiles in turn and sum the aggregates in between. Maleki, Yang &
// Burtscher 2016.
#include "study/strategy.h"
#include "study_abi.h"

namespace vkscan::study::strategies {

namespace {

void addSamStages(const StudyStrategy& strategy, const Tuning& tuning, StageList* stages) noexcept
{
    stages->choose(strategy.value,
                   {.name = "Sam",
                    .kernel = "scan_sam",
                    .geometry = tuning.sam,
                    .slots = 1,
                    .window = tuning.samWorkgroups, // those that run at once
                    .tilesOfWindow = static_cast<uint32_t>(stages->workgroupTiles(kBoundedTiles, kMaxTiles))},
                   &strategy.carries);
}

VkDeviceSize scratchOfSam(const Schedule& schedule, const Stage& stage, uint64_t positions) noexcept
{
    const uint64_t slots = std::min<uint64_t>(tileCount(stage, positions), uint64_t{abi::kSamSlots} * stage.window);
    return abi::kScratchHeaderBytes + slots * schedule.slotBytes;
}

} // namespace

extern const StudyStrategy sam = {
    .value = kSam, .carries = {.scratchBytes = scratchOfSam}, .addStages = addSamStages, .takesUserKernels = false};

} // namespace vkscan::study::strategies
