// Spans of a fixed number of workgroups, as cascades have them.
#ifndef VKSCAN_STUDY_FIXED_SPANS_H
#define VKSCAN_STUDY_FIXED_SPANS_H

#include "study/strategy.h"

#include <algorithm>

namespace vkscan::study {

// Chooses a stage that scans spans from carries in slots, of which each span has some, and adds one before it that
// leaves aggregates there. Returns false, and adds nothing, if it would never be chosen.
[[nodiscard]] inline bool chooseSpans(const StudyStrategy& strategy, const Tuning& tuning, uint32_t slots,
                                      const char* scanning, const char* reducing, const char* reducingKernel,
                                      StageList* stages) noexcept
{
    const uint32_t workgroups = std::min(tuning.cascadeWorkgroups, stages->schedule().gridWidth);
    StageDesc stage = {.name = scanning,
                       .kernel = "scan_carried_spans",
                       .geometry = tuning.spans,
                       .grid = Grid::Fixed,
                       .maxTiles = std::min(kMaxTiles, stages->workgroupTiles(kSpanTiles, kMaxTiles) * workgroups),
                       .groups = workgroups,
                       .slots = slots};
    if (!stages->choose(strategy.value, stage, &strategy.carries))
        return false;
    stage.name = reducing;
    stage.kernel = reducingKernel;
    stages->addBefore(stage);
    return true;
}

// The stage of one workgroup that scans the slots, exclusively or not.
[[nodiscard]] inline StageDesc carriesStage(const char* name, const Tuning& tuning, bool exclusive) noexcept
{
    StageDesc stage = {.name = name, .kernel = "scan_carries", .geometry = tuning.spans, .grid = Grid::One};
    stage.constants.set(abi::kIdExclusive, exclusive ? VK_TRUE : VK_FALSE);
    return stage;
}

// The push constants with a number of spans.
[[nodiscard]] inline PushConstants withSpans(PushConstants push, uint64_t spans) noexcept
{
    push.change<CommonPush>([&](CommonPush& common) { common.spans = static_cast<uint32_t>(spans); });
    return push;
}

} // namespace vkscan::study

#endif
