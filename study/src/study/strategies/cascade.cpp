// As many workgroups as the description says reduce a span each, one scans their aggregates, and they scan their spans.
// Diéguez, Amor & Doallo 2014.
#include "study/fixed_spans.h"

namespace vkscan::study::strategies {

namespace {

void addCascadeStages(const StudyStrategy& strategy, const Tuning& tuning, StageList* stages) noexcept
{
    if (chooseSpans(strategy, tuning, 1, "CascadeScan", "CascadeReduce", "reduce_spans", stages))
        stages->addFurther(carriesStage("CascadeCarries", tuning, true));
}

void appendCascade(Plan* plan, const Schedule& schedule, uint32_t stage, const Pass& pass) noexcept
{
    const Stage& scanning = schedule[stage];
    const uint64_t groups = scanning.groups;
    const PassBuffers& buffers = pass.buffers;
    const PushConstants push = withSpans(pass.push, groups);
    appendStep(plan, schedule, scanning.before, groups, pass.push, reducingAccesses(buffers));
    appendStep(plan, schedule, scanning.further[0], 1, push, {buffers.scratch});
    appendStep(plan, schedule, stage, groups, push, scanningAccesses(buffers, readOnly(buffers.scratch)));
}

} // namespace

extern const StudyStrategy cascade = {.value = kCascade,
                                      .carries = {.append = appendCascade},
                                      .addStages = addCascadeStages,
                                      .takesUserKernels = false,
                                      .leastWorkgroups = 1};

} // namespace vkscan::study::strategies
