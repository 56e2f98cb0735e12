// Strategy::SpineWithFallback: Spine with short waits, then the dispatches of ReduceThenScan, which end at once unless
// a wait was given up. Three dispatches, which need no progress of workgroups. ReduceThenScan takes the array alone
// in place, since the fallback reads the input again; where sums depend on how operands are grouped, which the fallback
// does otherwise: floats, unless their order is fixed, and a user's kernels; on devices without 64-bit atomics; and
// orders and tuples beyond kMostOrder, which were slower so.
#include "schedule/carry_strategy.h"

#include <vkscan/axes.h>

#include <algorithm>

namespace vkscan {

namespace {

constexpr uint32_t kMostOrder = 4;       // or elements of a tuple
constexpr uint32_t kFallbackSpans = 128; // few, since these workgroups seldom have anything to do

void addFallbackStages(const CarryStrategy& its, const Tuning& tuning, StageList* stages) noexcept
{
    const ScheduleDesc& desc = stages->schedule().desc;
    const bool isAuto = desc.carries == nullptr;
    const ElementTypeRow* const type = findRow(kElementTypes, desc.type);
    const bool isExact = type != nullptr && (!type->isFloat || desc.hasFixedOrder) && !isCustom(desc);
    const bool takesSpine =
        isExact && desc.order * desc.tupleSize <= kMostOrder && stages->schedule().capabilities.bufferInt64Atomics;
    if (takesSpine) {
        StageDesc reducing = reduceSpansStage(tuning, *stages);
        reducing.name = "ReduceSpansAgain";
        reducing.groups = kFallbackSpans;
        reducing.fallsBack = true;
        StageDesc scanning = reducing;
        scanning.name = "ScanSpansAgain";
        scanning.kernel = "scan_spans";
        StageDesc spine = {.name = "SpineWithFallback",
                           .kernel = "scan_spine",
                           .geometry = tuning.spine,
                           .maxTiles = stages->maxSingleTiles(),
                           .slots = 2,
                           .window = tuning.window,
                           .keepsSpine = true,
                           .fallsBack = true};
        const uint64_t most = reducing.maxTiles * stages->tileElements(reducing);
        spine.maxTiles = std::min(spine.maxTiles, divideRoundingUp(most, stages->tileElements(spine)));
        if (isAuto)
            spine.leastPositions = static_cast<uint32_t>(tuning.fallbackBytes / stages->schedule().elementBytes);
        if (stages->choose(its.value, spine, &its)) {
            stages->add(scanning);
            stages->add(reducing);
        }
    }
    if (!takesSpine || isAuto || desc.worksInPlace)
        kReduceThenScan.addStages(kReduceThenScan, tuning, stages);
}

void appendWithFallback(Plan* plan, const Schedule& schedule, uint32_t stage, const Pass& pass) noexcept
{
    appendStep(plan, schedule, stage, workgroupCount(schedule, schedule[stage], pass.positions), pass.push,
               scanningAccesses(pass.buffers, pass.buffers.scratch));
    kReduceThenScan.append(plan, schedule, stage + 1, pass);
}

VkDeviceSize fallbackScratchBytes(const Schedule& schedule, const Stage& stage, uint64_t positions) noexcept
{
    const auto scanning = static_cast<uint32_t>(&stage - schedule.stages) + 1;
    return std::max(abi::kScratchHeaderBytes + stage.slots * tileCount(stage, positions) * schedule.slotBytes,
                    recordingScratchSize(schedule, scanning, positions));
}

} // namespace

constexpr CarryStrategy kSpineWithFallback = {.value = Strategy::SpineWithFallback,
                                              .addStages = addFallbackStages,
                                              .append = appendWithFallback,
                                              .scratchBytes = fallbackScratchBytes};

} // namespace vkscan
