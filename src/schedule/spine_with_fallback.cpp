// Strategy::SpineWithFallback: Spine with short waits, and one more dispatch, which scans the tiles that gave up, or
// ends at once. By then all tiles have published their aggregates, so it waits for nobody. ReduceThenScan takes its
// place on devices without 64-bit atomics; and everywhere for orders and tuples beyond kMostOrder, which were slower
// so.
#include "schedule/carry_strategy.h"

#include <algorithm>

namespace vkscan {

namespace {

constexpr uint32_t kMostOrder = 4;     // or elements of a tuple
constexpr uint32_t kAgainGroups = 128; // of the dispatch behind

void addFallbackStages(const CarryStrategy& its, const Tuning& tuning, StageList* stages) noexcept
{
    const ScheduleDesc& desc = stages->schedule().desc;
    const Capabilities& capabilities = stages->schedule().capabilities;
    const bool isAuto = desc.carries == nullptr;
    const bool takesSpine = desc.order * desc.tupleSize <= kMostOrder && capabilities.bufferInt64Atomics;
    if (takesSpine) {
        const uint32_t groups = std::min(kAgainGroups, stages->schedule().gridWidth);
        const uint64_t most = stages->workgroupTiles(kBoundedTiles, kMaxTiles) * groups;
        StageDesc stage = {.name = "SpineWithFallback",
                           .kernel = "scan_spine",
                           .geometry = tuning.spine,
                           .maxTiles = std::min(stages->maxSingleTiles(), most),
                           .slots = 2,
                           .window = tuning.window,
                           .keepsSpine = true,
                           .fallback = abi::kFallbackPass};
        if (isAuto)
            stage.leastPositions = static_cast<uint32_t>(tuning.fallbackBytes / stages->schedule().elementBytes);
        if (stages->choose(its.value, stage, &its))
            stages->addAgain(stage, "SpineAgain", groups);
    }
    if (!takesSpine || isAuto || capabilities.boundedLoops)
        kReduceThenScan.addStages(kReduceThenScan, tuning, stages);
}

void appendWithFallback(Plan* plan, const Schedule& schedule, uint32_t stage, const Pass& pass) noexcept
{
    for (const uint32_t step : {stage, stage + 1})
        appendStep(plan, schedule, step, workgroupCount(schedule, schedule[step], pass.positions), pass.push,
                   scanningAccesses(pass.buffers, pass.buffers.scratch));
}

VkDeviceSize fallbackScratchBytes(const Schedule& schedule, const Stage& stage, uint64_t positions) noexcept
{
    return abi::kScratchHeaderBytes +
           tileCount(stage, positions) * (stage.slots * schedule.slotBytes + abi::kScratchWordBytes);
}

} // namespace

constexpr CarryStrategy kSpineWithFallback = {.value = Strategy::SpineWithFallback,
                                              .addStages = addFallbackStages,
                                              .append = appendWithFallback,
                                              .scratchBytes = fallbackScratchBytes};

} // namespace vkscan
