// A strategy: how carries cross workgroups, as stages, scratch and dispatches. Each has a file of its own. Operations
// that scan can use any of them.
#ifndef VKSCAN_SCHEDULE_CARRY_STRATEGY_H
#define VKSCAN_SCHEDULE_CARRY_STRATEGY_H

#include "schedule/schedule.h"

#include <vkscan/status.h>

namespace vkscan {

// Memory that the dispatches of one pass access; an absent access has no bytes.
struct PassBuffers {
    Access input;
    Access countBuffer;
    Access output;
    Access total;
    Access scratch;
    AccessList reading;  // further accesses of each dispatch that reads the input
    AccessList scanning; // further accesses of the dispatch that scans
};

// A call's listed arguments: the array that is cut into tiles, and the accesses.
struct ListedPass {
    Placement at;
    PassBuffers buffers;
};

// One pass over memory. `push` is the same for each kernel, except the common fields, which strategies change.
struct Pass {
    uint64_t positions;
    uint64_t head;
    PushConstants push;
    PassBuffers buffers;
};

// The dispatches and the scratch of a strategy that has others than slots, its stage and that stage's helpers.
struct CarryStrategy {
    // Appends the dispatches of a pass; null: the stage's and its helpers'.
    void (*append)(Plan* plan, const Schedule& schedule, uint32_t stage, const Pass& pass) noexcept = nullptr;
    // Scratch of one recording; null: slots.
    VkDeviceSize (*scratchBytes)(const Schedule& schedule, const Stage& stage, uint64_t positions) noexcept = nullptr;
};

// Add a strategy's stages with geometries of the tuning.
void addSingleWorkgroup(const Tuning& tuning, StageList* stages) noexcept;
void addFlatSum(const Tuning& tuning, StageList* stages) noexcept;
void addSpine(const Tuning& tuning, StageList* stages) noexcept;
void addReduceThenScan(const Tuning& tuning, StageList* stages) noexcept;
void addSpineWithFallback(const Tuning& tuning, StageList* stages) noexcept;

// Stages that reduce: spans, whose slots ReduceThenScan scans; these slots to one value; or a whole array in one
// dispatch, in any order.
[[nodiscard]] StageDesc reduceSpansStage(const Tuning& tuning, const StageList& stages) noexcept;
[[nodiscard]] StageDesc reduceSlotsStage(const Tuning& tuning) noexcept;
[[nodiscard]] StageDesc reduceArrayStage(const Tuning& tuning, const StageList& stages) noexcept;

[[nodiscard]] Status checkWaiting(Waiting waiting) noexcept;

// Takes the fields of all descriptions with `waiting` and maxCount.
template <class Desc>
[[nodiscard]] Status takeWaiting(const Desc& desc, ScheduleDesc* schedule) noexcept
{
    schedule->waiting = desc.waiting;
    schedule->maxCount = desc.maxCount;
    return checkWaiting(desc.waiting);
}

// Whether Auto takes a single pass without a recovery pass.
[[nodiscard]] bool passesOnce(Waiting waiting, const Capabilities& capabilities) noexcept;

// Adds the stages of the tuning's strategy. With Auto, they depend on the device and the description's waiting.
void addStages(const Tuning& tuning, StageList* stages) noexcept;

// Appends the dispatches of one pass, by the chosen stage.
void appendPass(Plan* plan, const Schedule& schedule, uint32_t stage, const Pass& pass) noexcept;

// The accesses of a dispatch that reduces its input, and of one that scans.
[[nodiscard]] AccessList reducingAccesses(const PassBuffers& buffers) noexcept;
[[nodiscard]] AccessList scanningAccesses(const PassBuffers& buffers, const Access& scratch) noexcept;

} // namespace vkscan

#endif
