// Strategy::ReduceThenScan: workgroups reduce a span of tiles each, then scan it behind the sum of the spans before.
// Two dispatches. Merrill & Grimshaw 2009.
#include "schedule/carry_strategy.h"

namespace vkscan {

namespace {

void addReduceThenScanStages(const CarryStrategy& its, const Tuning& tuning, StageList* stages) noexcept
{
    const StageDesc reducing = reduceSpansStage(tuning, *stages);
    StageDesc scanning = reducing;
    scanning.name = "ScanSpans";
    scanning.kernel = "scan_spans";
    if (stages->choose(its.value, scanning, &its))
        stages->add(reducing);
}

void appendReduceThenScan(Plan* plan, const Schedule& schedule, uint32_t stage, const Pass& pass) noexcept
{
    const uint64_t groups = workgroupCount(schedule, schedule[stage], pass.positions);
    appendStep(plan, schedule, stage + 1, groups, pass.push, reducingAccesses(pass.buffers));
    appendStep(plan, schedule, stage, groups, pass.push,
               scanningAccesses(pass.buffers, readOnly(pass.buffers.scratch)));
}

} // namespace

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

constexpr CarryStrategy kReduceThenScan = {
    .value = Strategy::ReduceThenScan, .addStages = addReduceThenScanStages, .append = appendReduceThenScan};

} // namespace vkscan
