// As many workgroups as the description says reduce a span each, one scans their aggregates, and they scan their spans.
// Diéguez, Amor & Doallo 2014.
#include "schedule/carry_strategy.h"

#include <vkscan/study.h>

namespace vkscan::study::strategies {

namespace {

void addStages(const CarryStrategy& its, const Tuning& tuning, StageList* stages) noexcept
{
    const uint64_t workgroups = std::min(tuning.cascadeWorkgroups, stages->schedule().gridWidth);
    StageDesc stage = {.name = "CascadeScan",
                       .kernel = "scan_spans",
                       .geometry = tuning.spans,
                       .grid = Grid::Fixed,
                       .maxTiles = std::min(kMaxTiles, stages->workgroupTiles(kSpanTiles, kMaxTiles) * workgroups),
                       .groups = workgroups,
                       .slots = 1,
                       .variant = "_carried"};
    if (!stages->choose(its.value, stage, &its))
        return;
    stage.name = "CascadeReduce";
    stage.kernel = "reduce_spans";
    stage.variant = "";
    stages->add(stage);
    StageDesc carries = {
        .name = "CascadeCarries", .kernel = "scan_carries", .geometry = tuning.spans, .grid = Grid::One};
    carries.constants.set(abi::kIdExclusive, VK_TRUE);
    stages->add(carries);
}

void append(Plan* plan, const Schedule& schedule, uint32_t stage, const Pass& pass) noexcept
{
    const uint64_t groups = schedule[stage].groups;
    const PassBuffers& buffers = pass.buffers;
    PushConstants push = pass.push;
    appendStep(plan, schedule, stage + 1, groups, push, reducingAccesses(buffers));
    push.change<CommonPush>([&](CommonPush& common) { common.spans = static_cast<uint32_t>(groups); });
    appendStep(plan, schedule, stage + 2, 1, push, {buffers.scratch});
    appendStep(plan, schedule, stage, groups, push, scanningAccesses(buffers, readOnly(buffers.scratch)));
}

} // namespace

extern const CarryStrategy cascade = {
    .value = kCascade, .addStages = addStages, .append = append, .takesUserKernels = false, .leastWorkgroups = 1};

} // namespace vkscan::study::strategies
