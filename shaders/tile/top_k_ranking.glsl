// Few entries, ranked by counting: the place of an entry is the number of entries before it. A workgroup takes some
// entries and sorts them. A binary search for each of all entries finds the number of sorted ones up to it, after which
// it is counted. This uses the memory of the list of tile/top_k_list.glsl.
#ifndef VKSCAN_TILE_TOP_K_RANKING
#define VKSCAN_TILE_TOP_K_RANKING
#include "tile/top_k_few.glsl"
#include "tile/top_k_list.glsl"

const uint kRankSteps = 5;
const uint kSorted = 1 << kRankSteps; // entries that a workgroup sorts at once: those that it ranks, and a last one
const uint kRanked = kSorted - 1;
const uint kComparedAtOnce = 4;
const uint kShareSteps = 9; // steps of a search among kTopKMostShares
const uint kSharesBegin = kListEntries / 2; // from here on, the list's indices are numbers of entries before shares

shared uint sharedPlaces[kSorted]; // places of entries among the sorted ones
shared uint sharedBins[kSorted];   // entries between these

// Reads the numbers of entries of shares. Returns their sum, including entries without room.
uint openFew()
{
    if (fewShares == 1)
        return UintAt(shareCountAddress(0)).word;
    const uint share = groupedInvocation();
    uint entries = 0;
    if (share < fewShares)
        entries = UintAt(shareCountAddress(share)).word;
    const Element inclusive = subgroupScanInclusive(Element(entries));
    Element earlier;
    const Element total = workgroupScan(subgroupLast(inclusive), earlier);
    if (share < fewShares)
        sharedIndices[kSharesBegin + share] = uint(earlier + inclusive) - entries;
    barrier();
    return uint(total);
}

Entry fewEntry(uint entry)
{
    uint share = 0; // the last share that begins at or before the entry
    [[unroll]] for (uint i = 1; i <= kShareSteps; ++i) {
        const uint next = share + (kTopKMostShares >> i);
        if (kTopKMostShares >> i < fewShares) { // equal in all invocations
            if (next < fewShares && sharedIndices[kSharesBegin + min(next, fewShares - 1)] <= entry)
                share = next;
        }
    }
    const uint begin = fewShares == 1 ? 0 : sharedIndices[kSharesBegin + share];
    return loadEntry(fewAddress(), fewCapacity(), share * kTileKeys + entry - begin);
}

// Sorts the entries of the first kSorted invocations into the list. All invocations compare.
void sortRanked(uint invocation, Entry own)
{
    if (invocation < kSorted) {
        setListEntry(kSorted + invocation, own);
        sharedPlaces[invocation] = 0;
        sharedBins[invocation] = 0;
    }
    barrier();
    const uint compared = invocation % kSorted;
    const Entry entry = listEntry(kSorted + compared);
    uint before = 0;
    for (uint i = 0; i < kSorted; i += kWorkgroupSize / kSorted)
        before += isBefore(listEntry(kSorted + i + invocation / kSorted), entry) ? 1 : 0;
    atomicAdd(sharedPlaces[compared], before, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    barrier();
    if (invocation < kSorted) {
        setListEntry(sharedPlaces[invocation], own);
        sharedPlaces[invocation] = 0;
    }
    barrier();
}

// Adds the entries that each invocation has counted before all sorted ones. Returns the number of entries before this
// invocation's.
uint sumBins(uint invocation, uint before)
{
    uint beforeAll = before;
    [[unroll]] for (uint step = 0; step < kMostSubgroupSteps; ++step)
        if (1u << step < kSubgroupSize)
            beforeAll += subgroupShuffleXor(beforeAll, 1u << step);
    if (gl_SubgroupInvocationID == 0)
        atomicAdd(sharedBins[0], beforeAll, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    barrier();
    const uint place = invocation % kSorted;
    uint sum = 0;
    for (uint i = 0; i < kSorted; i += kWorkgroupSize / kSorted) {
        const uint bin = i + invocation / kSorted;
        sum += bin <= place ? sharedBins[bin] : 0;
    }
    atomicAdd(sharedPlaces[place], sum, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    barrier();
    return sharedPlaces[place];
}

// The number of sorted entries up to an entry.
uint countSorted(Entry entry)
{
    uint place = 0;
    [[unroll]] for (uint i = 1; i <= kRankSteps; ++i) {
        const uint next = place + (kSorted >> i);
        if (!isBefore(entry, listEntry(next - 1)))
            place = next;
    }
    return place;
}

// Stores the results among the entries that were collected.
void rankFew(uint entries)
{
    const uint invocation = groupedInvocation();
    for (uint first = workgroupIndex() * kRanked; first < entries; first += push.gridWidth * kRanked) {
        const bool isRanked = invocation < kRanked && first + invocation < entries;
        Entry own = fewEntry(first + min(invocation, min(kRanked, entries - first) - 1));
        if (!isRanked)
            own = Entry(kLastCode, ~invocation); // the last one, and unique
        uint before = 0; // entries before all ranked ones: counted separately, since they are many if keys are in order
        for (uint begin = 0; begin < entries; begin += kComparedAtOnce * kWorkgroupSize) {
            Entry compared[kComparedAtOnce];
            [[unroll]] for (uint i = 0; i < kComparedAtOnce; ++i)
                compared[i] = fewEntry(min(begin + i * kWorkgroupSize + invocation, entries - 1));
            if (begin == 0) // while entries are loaded
                sortRanked(invocation, own);
            [[unroll]] for (uint i = 0; i < kComparedAtOnce; ++i) {
                const bool isEntry = begin + i * kWorkgroupSize + invocation < entries;
                const uint place = countSorted(compared[i]);
                before += isEntry && place == 0 ? 1 : 0;
                if (isEntry && place > 0 && place < kRanked)
                    atomicAdd(sharedBins[place], 1, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
            }
        }
        const uint rank = sumBins(invocation, before);
        if (isRanked && rank < push.k)
            storeResult(uint64_t(rank), 0ul, listEntry(invocation));
        barrier(); // the list is in use
    }
}
#endif
