#include "schedule/carry_strategy.h"

#include <vkscan/types.h>

namespace vkscan {

Status checkWaiting(Waiting waiting) noexcept
{
    return findRow(kWaitings, waiting) != nullptr ? Status::Success : Status(Argument::Waiting, Rule::Invalid);
}

bool passesOnce(Waiting waiting, const Capabilities& capabilities) noexcept
{
    return waiting == Waiting::Auto && capabilities.forwardProgress && capabilities.bufferInt64Atomics;
}

void addStages(const Tuning& tuning, StageList* stages) noexcept
{
    const Schedule& schedule = stages->schedule();
    switch (tuning.strategy) {
    case Strategy::SingleWorkgroup: return addSingleWorkgroup(tuning, stages);
    case Strategy::FlatSum: return addFlatSum(tuning, stages);
    case Strategy::Spine: return addSpine(tuning, stages);
    case Strategy::ReduceThenScan: return addReduceThenScan(tuning, stages);
    case Strategy::SpineWithFallback: return addSpineWithFallback(tuning, stages);
    case Strategy::Auto: break;
    }
    addSingleWorkgroup(tuning, stages);
    if (passesOnce(schedule.desc.waiting, schedule.capabilities)) {
        addFlatSum(tuning, stages);
        addSpine(tuning, stages);
    } else if (schedule.desc.waiting == Waiting::Auto) {
        addSpineWithFallback(tuning, stages);
    } else {
        addReduceThenScan(tuning, stages);
    }
}

void appendPass(Plan* plan, const Schedule& schedule, uint32_t stage, const Pass& pass) noexcept
{
    const Stage& chosen = schedule[stage];
    if (chosen.carries != nullptr && chosen.carries->append != nullptr) {
        chosen.carries->append(plan, schedule, stage, pass);
        return;
    }
    const auto append = [&](uint32_t step, const AccessList& accesses) {
        appendStep(plan, schedule, step, workgroupCount(schedule, schedule[step], pass.positions), pass.push, accesses);
    };
    const bool isCarried = chosen.before != kNoStage;
    if (isCarried)
        append(chosen.before, reducingAccesses(pass.buffers));
    const Access scratch = isCarried ? readOnly(pass.buffers.scratch) : pass.buffers.scratch;
    append(stage, scanningAccesses(pass.buffers, scratch));
    if (chosen.recovery != kNoStage)
        append(chosen.recovery, scanningAccesses(pass.buffers, scratch));
}

AccessList reducingAccesses(const PassBuffers& buffers) noexcept
{
    AccessList accesses = {buffers.input, buffers.countBuffer, buffers.scratch};
    accesses.append(buffers.reading);
    return accesses;
}

AccessList scanningAccesses(const PassBuffers& buffers, const Access& scratch) noexcept
{
    AccessList accesses = {buffers.input, buffers.countBuffer, buffers.output, buffers.total, scratch};
    accesses.append(buffers.scanning);
    accesses.append(buffers.reading);
    return accesses;
}

} // namespace vkscan
