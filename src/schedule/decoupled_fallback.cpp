// Strategy::DecoupledFallback: the spine of a workgroup of its own, with short waits. A workgroup that has waited in
// vain adds up the aggregates before its tile itself, and reduces tiles whose aggregates are missing. One dispatch.
// Such tiles are read again, so in place ReduceThenScan takes the array.
#include "schedule/carry_strategy.h"

namespace vkscan {

namespace {

void addFallbackStages(const CarryStrategy& its, const Tuning& tuning, StageList* stages) noexcept
{
    const ScheduleDesc& desc = stages->schedule().desc;
    if (desc.order * desc.tupleSize > 1 || desc.custom.loads || desc.custom.stores) {
        kReduceThenScan.addStages(kReduceThenScan, tuning, stages);
        return;
    }
    StageDesc stage = {.name = "DecoupledFallback",
                       .kernel = "scan_spine",
                       .geometry = tuning.spine,
                       .maxTiles = stages->maxSingleTiles(),
                       .slots = 2,
                       .keepsSpine = true,
                       .fallsBack = true};
    stage.constants.set(abi::kIdPolls, tuning.fallbackPolls);
    stage.constants.set(abi::kIdRounds, tuning.fallbackRounds);
    stage.constants.set(abi::kIdInOrder, tuning.fallbackInOrder ? VK_TRUE : VK_FALSE);
    stages->choose(its.value, stage, &its);
    if (desc.worksInPlace)
        kReduceThenScan.addStages(kReduceThenScan, tuning, stages);
}

} // namespace

constexpr CarryStrategy kDecoupledFallback = {
    .value = Strategy::DecoupledFallback, .needsAtomics = true, .addStages = addFallbackStages};

} // namespace vkscan
