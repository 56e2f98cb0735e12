// Scans across the subgroups of one workgroup, through shared memory. Call from uniform control flow.
const uint kNarrowestSubgroup = 4;
shared Element sharedTotals[kWorkgroupSize / kNarrowestSubgroup];
shared uint sharedDissent;

// Scans the subgroups' totals: `prefix` is what the subgroups before this one add up to, the result is the
// total of all. Serial, since a workgroup has few subgroups and reads of one shared word are broadcasts.
Element workgroupScan(Element subgroupTotal, out Element prefix)
{
    if (gl_SubgroupInvocationID == 0)
        sharedTotals[gl_SubgroupID] = subgroupTotal;
    barrier();
    prefix = identity();
    Element total = identity();
    const uint subgroups = kWorkgroupSize / gl_SubgroupSize;
    [[unroll]] for (uint i = 0; i < subgroups; ++i) {
        if (i == gl_SubgroupID)
            prefix = total;
        total = combine(total, sharedTotals[i]);
    }
    barrier(); // sharedTotals may be written again
    return total;
}

// The invocations' values combined in their order.
Element workgroupReduce(Element value)
{
    Element prefix;
    return workgroupScan(subgroupReduce(value), prefix);
}

// The value of the invocation with local index 0.
Element workgroupBroadcast(Element value)
{
    if (gl_LocalInvocationIndex == 0)
        sharedTotals[0] = value;
    barrier();
    const Element first = sharedTotals[0];
    barrier(); // sharedTotals may be written again
    return first;
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
