// First entries: of vectors of the source, of groups of invocations, and the one at a rank among the groups' entries.
// Call entryOfRank from uniform control flow.
#ifndef VKSCAN_TILE_TOP_K_FIRSTS
#define VKSCAN_TILE_TOP_K_FIRSTS
#include "tile/top_k_keys.glsl"

layout(constant_id = kIdTestHooks) const uint kTestHooks = 0;
layout(constant_id = kIdListEntries) const uint kListEntries = 1024; // entries of a list in shared memory

// Fewer groups bound less closely, so that the list has to hold more.
const uint kGroups = kWorkgroupSize < 4 * kTopKGroups ? kWorkgroupSize / 4 : kTopKGroups;
const uint kGroupLanes = kWorkgroupSize / kGroups; // at most a subgroup
const uint kMostRank = kGroups / 4 * 3;            // beyond that, there are many more entries than ranks

shared Element sharedFirstCodes[kGroups];
shared uint sharedFirstIndices[kGroups];
shared uint sharedRanked;

// This invocation's place in the workgroup: invocations of a group are neighbours in a subgroup.
uint groupedInvocation() { return gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID; }

// The rank of a bound, from 0, among the first entries of a sample, so that very likely the wanted number is within it:
// the expected number in the sample, plus five standard deviations.
uint boundingRank(float hits)
{
    return (kTestHooks & kHookLowBounds) != 0 ? 0 : uint(hits + 5 * sqrt(hits)) + 4;
}

Entry firstEntry(Entry a, Entry b)
{
    const bool isSecond = isBefore(b, a);
    return Entry(isSecond ? b.code : a.code, isSecond ? b.index : a.index);
}

Entry firstOfVector(uint vector)
{
    const uint place = vector * kVector;
    Element codes[kVector];
    loadVector(place, isWholeVector(place), codes);
    Entry first = kNoBound;
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        first = firstEntry(first, Entry(codes[i], place + i - sourceHead));
    return first;
}

// The first entry of this invocation's group.
Entry firstOfGroup(Entry own)
{
    Entry first = own;
    [[unroll]] for (uint step = 0; step < kMostSubgroupSteps; ++step)
        if (1u << step < kGroupLanes)
            first = firstEntry(first, Entry(fromWords(subgroupShuffleXor(toWords(first.code), 1u << step)),
                                            subgroupShuffleXor(first.index, 1u << step)));
    return first;
}

// Adds up what the lanes of a group have counted. A macro, since a function would copy the count.
#define SUM_OF_GROUP(count) \
    [[unroll]] for (uint step = 0; step < kMostSubgroupSteps; ++step) \
        if (1u << step < kGroupLanes) \
            count += subgroupShuffleXor(count, 1u << step);

// The entry at a rank, from 0, among the groups' first entries. At least rank + 1 of all entries are within it.
Entry entryOfRank(Entry own, uint rank)
{
    const uint group = groupedInvocation() / kGroupLanes;
    const uint lane = groupedInvocation() % kGroupLanes;
    const Entry first = firstOfGroup(own);
    if (lane == 0) {
        sharedFirstCodes[group] = first.code;
        sharedFirstIndices[group] = first.index;
    }
    barrier();
    uint before = 0;
    for (uint i = lane; i < kGroups; i += kGroupLanes) {
        const Entry other = Entry(sharedFirstCodes[i], sharedFirstIndices[i]);
        before += isBefore(other, first) || other == first && i < group ? 1 : 0;
    }
    SUM_OF_GROUP(before)
    if (before == rank && lane == 0)
        sharedRanked = group;
    barrier();
    const Entry ranked = Entry(sharedFirstCodes[sharedRanked], sharedFirstIndices[sharedRanked]);
    barrier();
    return ranked;
}
#endif
