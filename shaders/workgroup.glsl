// Scans across the subgroups of one workgroup, through shared memory. Call from uniform control flow.
const uint kNarrowestSubgroup = 4;
shared Element sharedTotals[2][kWorkgroupSize / kNarrowestSubgroup];
uint sharedTurn = 0; // takes turns, so that one barrier a scan does: who writes again has seen all others read

// Scans the subgroups' totals: `prefix` is what the subgroups before this one add up to, the result is the
// total of all. Serial, since a workgroup has few subgroups and reads of one shared word are broadcasts.
Element workgroupScan(Element subgroupTotal, out Element prefix)
{
    sharedTurn = 1 - sharedTurn;
    if (gl_SubgroupInvocationID == 0)
        sharedTotals[sharedTurn][gl_SubgroupID] = subgroupTotal;
    barrier();
    prefix = identity();
    Element total = identity();
    const uint subgroups = kWorkgroupSize / gl_SubgroupSize;
    [[unroll]] for (uint i = 0; i < subgroups; ++i) {
        if (i == gl_SubgroupID)
            prefix = total;
        total = combine(total, sharedTotals[sharedTurn][i]);
    }
    return total;
}

// The invocations' values combined in their order.
Element workgroupReduce(Element value)
{
    Element prefix;
    return workgroupScan(subgroupReduce(value), prefix);
}
