// Scans across the subgroups of one workgroup, through shared memory. Call all functions from uniform control flow.
#ifndef VKSCAN_CORE_WORKGROUP
#define VKSCAN_CORE_WORKGROUP
#include "core/state.glsl"

const uint kNarrowestSubgroup = 4;
const uint kMostSubgroups = kWorkgroupSize / kNarrowestSubgroup;
shared StatePart sharedTotals[2 * kMostSubgroups * kParts];
shared uint sharedDissent;
uint totalsBegin = 0; // beginning of the half that is written next; late subgroups may still read the other

void shareTotal(uint subgroup, State total)
{
    [[unroll]] for (uint i = 0; i < kParts; ++i)
        sharedTotals[(totalsBegin + subgroup) * kParts + i] = statePart(total, i);
}

State sharedTotal(uint subgroup)
{
    State total;
    [[unroll]] for (uint i = 0; i < kParts; ++i)
        setStatePart(total, i, sharedTotals[(totalsBegin + subgroup) * kParts + i]);
    return total;
}

const uint kFewSubgroups = 16 / kParts; // maximum subgroups whose totals are added one by one

void addTotal(uint subgroup, inout State prefix, inout State total)
{
    if (subgroup == gl_SubgroupID)
        prefix = total;
    total = combine(total, sharedTotal(subgroup));
}

// Scans the totals of subgroups. `prefix` is the sum of the subgroups before this one; the result is the sum of all.
// Reads of one shared word are broadcasts, so few totals are added one by one. If subgroups have enough lanes, each
// scans more totals, one in each lane.
State workgroupScan(State subgroupTotal, out State prefix)
{
    totalsBegin = kMostSubgroups - totalsBegin;
    if (gl_SubgroupInvocationID == 0)
        shareTotal(gl_SubgroupID, subgroupTotal);
    barrier();
    prefix = emptyState();
    State total = emptyState();
    // A constant: Mesa 25.0 unrolls other loops for as many rounds as the array has elements, and crashes if there are
    // more than 80 of them inside another loop.
    const uint subgroups = kWorkgroupSize / kSubgroupSize;
    if (subgroups <= kFewSubgroups) {
        [[unroll]] for (uint i = 0; i < subgroups; ++i)
            addTotal(i, prefix, total);
    } else if (subgroups <= gl_SubgroupSize) {
        State inclusive = emptyState();
        if (gl_SubgroupInvocationID < subgroups)
            inclusive = sharedTotal(gl_SubgroupInvocationID);
        inclusive = subgroupScanInclusive(inclusive);
        total = subgroupAt(inclusive, subgroups - 1);
        const State before = subgroupAt(inclusive, max(gl_SubgroupID, 1) - 1);
        if (gl_SubgroupID > 0)
            prefix = before;
    } else { // up to 64 subgroups of 4 lanes; if unrolled, CPU devices would take many times as long to compile
        [[dont_unroll]] for (uint i = 0; i < subgroups; ++i)
            addTotal(i, prefix, total);
    }
    return total;
}

// Combines the values of all invocations, in their order.
State workgroupReduce(State value)
{
    State prefix;
    return workgroupScan(subgroupReduce(value), prefix);
}

// The value of the invocation with local index 0.
State workgroupBroadcast(State value)
{
    totalsBegin = kMostSubgroups - totalsBegin;
    if (gl_LocalInvocationIndex == 0)
        shareTotal(0, value);
    barrier();
    return sharedTotal(0);
}

bool workgroupAll(bool vote)
{
    if (gl_LocalInvocationIndex == 0)
        atomicStore(sharedDissent, 0u, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    barrier();
    if (!vote)
        atomicStore(sharedDissent, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    barrier();
    const bool all = atomicLoad(sharedDissent, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed) == 0;
    barrier(); // sharedDissent may be written again
    return all;
}
#endif
