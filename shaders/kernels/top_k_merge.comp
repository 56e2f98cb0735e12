#version 460
#extension GL_GOOGLE_include_directive : require
// Ranks the entries within a sample's bound. If these are too few or too many, each workgroup finds the first k keys of
// every gridWidth-th tile of the input, and leaves them; the workgroup that is last to leave some finds the first k among
// all.
#define VKSCAN_TOP_K
#define VKSCAN_ENTRY_POINT vkscan_kEntryTopKMerge
#define VKSCAN_ENTRY_ACCESS nonprivate // workgroups leave entries to each other
#include "tile/top_k_ranking.glsl"
#include "tile/top_k_select.glsl"
#include "core/arrival.glsl"

shared uint sharedBase;

// Leaves entries of the list. Returns whether this workgroup is the last one.
bool leaveEntries(uint entries)
{
    if (gl_LocalInvocationIndex == 0)
        sharedBase = atomicAdd(UintAt(scratchBegin + kTopKLeftEntries).word, entries, gl_ScopeDevice,
                               gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    barrier();
    const uint base = sharedBase;
    for (uint first = 0; first < entries; first += kWorkgroupSize) {
        const uint i = first + gl_LocalInvocationIndex;
        if (i < entries && base + i < push.nextCapacity)
            storeEntry(nextBegin, push.nextCapacity, base + i, listEntry(i));
    }
    return arriveLast(scratchBegin + kTopKLeftWorkgroups, push.gridWidth);
}

void main()
{
    const uint count = inputCount();
    const uint few = openFew();
    if (few >= min(push.k, count) && few <= kTopKFewEntries) {
        rankFew(few);
        return;
    }
    openInput(count);
    openTiles(gl_WorkGroupID.x, push.gridWidth);
    [[dont_unroll]] for (uint level = 0; level < 2; ++level) {
        const uint listed = listFirsts();
        const bool isLast = level == 1;
        const uint entries = cutList(listed, isLast ? max(push.k, kCounted) : push.k);
        if (isLast) {
            storeFirsts(entries, 0ul, 0ul);
        } else {
            if (!leaveEntries(entries))
                return;
            openEntries(nextBegin, push.nextCapacity, UintAt(scratchBegin + kTopKLeftEntries).word);
            openTiles(0, 1);
        }
    }
}
