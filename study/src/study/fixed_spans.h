// Spans of a fixed number of workgroups, as cascades have them.
#ifndef VKSCAN_STUDY_FIXED_SPANS_H
#define VKSCAN_STUDY_FIXED_SPANS_H

#include "study/strategy.h"

#include <algorithm>

namespace vkscan::study {

// The stage that scans spans from carries in slots.
[[nodiscard]] inline StageDesc carriedSpansStage(const char* name, const Tuning& tuning,
                                                 const StageList& stages) noexcept
{
    const uint32_t workgroups = std::min(tuning.cascadeWorkgroups, stages.schedule().gridWidth);
    return {.name = name,
            .kernel = "scan_spans",
            .geometry = tuning.spans,
            .grid = Grid::Fixed,
            .maxTiles = std::min(kMaxTiles, stages.workgroupTiles(kSpanTiles, kMaxTiles) * workgroups),
            .groups = workgroups,
            .slots = 1,
            .variant = "_carried"};
}

// A stage of the same spans that leaves aggregates in slots.
[[nodiscard]] inline StageDesc reducingStage(const char* name, const char* kernel, StageDesc scanning) noexcept
{
    scanning.name = name;
    scanning.kernel = kernel;
    scanning.variant = "";
    return scanning;
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
