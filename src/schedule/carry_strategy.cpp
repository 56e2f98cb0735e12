#include "schedule/carry_strategy.h"

namespace vkscan {

namespace {

constexpr const CarryStrategy* kLibrary[] = {&kSingleWorkgroup, &kFlatSum, &kSpine, &kReduceThenScan,
                                             &kSpineWithFallback};

} // namespace

Status checkNeeds(bool progress, bool atomics, bool assumeForwardProgress, const Capabilities& capabilities) noexcept
{
    if (progress && !capabilities.forwardProgress && !assumeForwardProgress)
        return {Argument::Strategy, Rule::NeedsForwardProgress};
    return atomics && !capabilities.bufferInt64Atomics ? Status(Argument::Strategy, Rule::Unsupported)
                                                       : Status::Success;
}

Status checkStrategy(const CarryStrategy& strategy, bool assumeForwardProgress,
                     const Capabilities& capabilities) noexcept
{
    return checkNeeds(strategy.needsProgress, strategy.needsAtomics, assumeForwardProgress, capabilities);
}

Status takeStrategy(Strategy value, bool assumeForwardProgress, const Capabilities& capabilities,
                    const CarryStrategy** taken) noexcept
{
    *taken = nullptr;
    if (value == Strategy::Auto)
        return Status::Success;
    for (const CarryStrategy* strategy : kLibrary)
        if (strategy->value == value)
            *taken = strategy;
    return *taken != nullptr ? checkStrategy(**taken, assumeForwardProgress, capabilities)
                             : Status(Argument::Strategy, Rule::Invalid);
}

void addStages(const Tuning& tuning, StageList* stages) noexcept
{
    const CarryStrategy* const strategy = stages->schedule().desc.carries;
    if (strategy != nullptr) {
        strategy->addStages(*strategy, tuning, stages);
        return;
    }
    const Capabilities& capabilities = stages->schedule().capabilities;
    kSingleWorkgroup.addStages(kSingleWorkgroup, tuning, stages);
    if (capabilities.forwardProgress && capabilities.bufferInt64Atomics) {
        kFlatSum.addStages(kFlatSum, tuning, stages);
        kSpine.addStages(kSpine, tuning, stages);
    } else {
        kSpineWithFallback.addStages(kSpineWithFallback, tuning, stages);
    }
}

void appendPass(Plan* plan, const Schedule& schedule, uint32_t stage, const Pass& pass) noexcept
{
    const Stage& its = schedule[stage];
    if (its.carries != nullptr && its.carries->append != nullptr)
        its.carries->append(plan, schedule, stage, pass);
    else
        appendStep(plan, schedule, stage, workgroupCount(schedule, its, pass.positions), pass.push,
                   scanningAccesses(pass.buffers, pass.buffers.scratch));
}

AccessList reducingAccesses(const PassBuffers& buffers) noexcept
{
    AccessList accesses = {buffers.input, buffers.countBuffer, buffers.scratch};
    accesses.append(buffers.each);
    return accesses;
}

AccessList scanningAccesses(const PassBuffers& buffers, const Access& scratch) noexcept
{
    AccessList accesses = {buffers.input, buffers.countBuffer, buffers.output, buffers.total, scratch};
    accesses.append(buffers.last);
    accesses.append(buffers.each);
    return accesses;
}

} // namespace vkscan
