// Two passes, without waits: each workgroup reduces a span of tiles, then scans it, starting from the sum of preceding
// spans. Merrill & Grimshaw 2009.
#include "schedule/carry_strategy.h"

namespace vkscan {

void addReduceThenScan(const Tuning& tuning, StageList* stages) noexcept
{
    const StageDesc reducing = reduceSpansStage(tuning, *stages);
    StageDesc scanning = reducing;
    scanning.name = "ScanSpans";
    scanning.kernel = "scan_spans";
    if (stages->choose(Strategy::ReduceThenScan, scanning))
        stages->addBefore(reducing);
}

StageDesc reduceSpansStage(const Tuning& tuning, const StageList& stages) noexcept
{
    return {.name = "ReduceSpans",
            .kernel = "reduce_spans",
            .geometry = tuning.spans,
            .grid = Grid::Spans,
            .maxTiles = stages.maxSpanTiles(),
            .groups = tuning.scanSpans,
            .slots = 1};
}

StageDesc reduceSlotsStage(const Tuning& tuning) noexcept
{
    return {.name = "ReduceSlots", .kernel = "reduce_slots", .geometry = tuning.reduce, .grid = Grid::One};
}

StageDesc reduceArrayStage(const Tuning& tuning, const StageList& stages) noexcept
{
    StageDesc stage = reduceSpansStage(tuning, stages);
    stage.name = "ReduceArray";
    stage.kernel = "reduce_array";
    stage.geometry = tuning.reduce;
    stage.groups = tuning.reduceSpans;
    return stage;
}

} // namespace vkscan
