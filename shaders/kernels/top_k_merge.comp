#version 460
#extension GL_GOOGLE_include_directive : require
// Finds the k first entries of a row, or of every gridWidth-th tile of the input or of entries. They are left for the
// next level, which has fewer workgroups; the last one stores the results. If a sample has left few entries of the
// input, the last level ranks these instead, and the others end at once.
//
// A sample of the source bounds the first k, so that few keys are kept: Ribizel & Anzt, "Parallel Selection on GPUs",
// 2020. Rarely, a bound excludes too many. Then a workgroup that has the whole source begins again without one, and a
// level with several workgroups leaves the whole input to the next one.
#define VKSCAN_TOP_K
#define VKSCAN_ENTRY_POINT vkscan_kEntryTopKMerge
#include "tile/top_k_ranking.glsl"

const uint kSamples = 2; // vectors of a sample, for each invocation

shared uint sharedBase;

// The address of a level's number of entries.
uint64_t levelCount(uint level) { return scratchBegin + kTopKLevelCounts + level * 4; }

Element firstCode(uint vector)
{
    const uint place = vector * kVector;
    Element codes[kVector];
    loadVector(place, isWholeVector(place), codes);
    Element first = codes[0];
    [[unroll]] for (uint i = 1; i < kVector; ++i)
        first = firstOf(first, codes[i]);
    return first;
}

// Bounds the first k codes of the source. The sample's groups have a first code each. The bound is one of these
// codes; its rank among them is chosen so that very likely at least k codes are within the bound.
void findBound()
{
    bound = kNoBound;
    const uint vectors = sourceVectors();
    const uint samples = vectors >= 8 * kSamples * kWorkgroupSize ? kSamples : 1;
    const uint width = vectors / (samples * kWorkgroupSize);
    if (width == 0 || sourceCount <= kListEntries / 2)
        return;
    const float hits = float(push.k) * float(samples * kWorkgroupSize * kVector) / float(sourceCount);
    const uint rank = boundingRank(hits);
    if (rank >= kMostRank)
        return;
    const uint cell = groupedInvocation();
    Element first = firstCode(sampledVector(cell, width));
    if (samples > 1) {
        [[unroll]] for (uint i = 1; i < kSamples; ++i)
            first = firstOf(first, firstCode(sampledVector(i * kWorkgroupSize + cell, width)));
    }
    bound.code = codeOfRank(first, rank);
}

// Adds all wanted keys of this workgroup's tiles, without a barrier between tiles. Returns their number; if it is more
// than a list holds, some are missing.
uint addTiles(uint firstTile, uint stride)
{
    const uint tiles = sourceTiles();
    for (uint tile = firstTile; tile < tiles; tile += stride) {
        const uint entries =
            atomicLoad(sharedEntries, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        if (entries <= kListEntries)
            addTile(tile, ~0u);
    }
    return readEntries();
}

// Lists the candidates for the first k of this workgroup's tiles. Returns the number of entries.
uint listEntries(uint firstTile, uint stride)
{
    setEntries(0);
    if (bound.code != kLastCode) {
        const uint added = addTiles(firstTile, stride);
        if (added <= kListEntries)
            return added;
        setEntries(0);
    }
    const uint tiles = sourceTiles();
    uint entries = 0;
    for (uint tile = firstTile; tile < tiles; tile += stride) {
        uint left = ~0u;
        for (uint round = 0; round < kTileKeys; ++round) { // few rounds, since each leaves room for half of a list
            left = addTile(tile, left);
            entries = readEntries();
            if (entries <= kListEntries)
                break;
            shrinkList(kListEntries, push.k);
        }
    }
    return entries;
}

// Opens the entries of the previous level, or the input if there are too few.
bool openLevel(uint count)
{
    if (push.step > 0) {
        const uint entries = UintAt(levelCount(push.step - 1)).word;
        if (entries >= min(push.k, count)) {
            openEntries(entriesBegin, push.entryCapacity, entries);
            return true;
        }
    }
    openInput(count);
    return push.step == 0;
}

void leaveEntries(uint entries)
{
    if (entries > push.k)
        entries = shrinkList(entries, push.k);
    if (gl_LocalInvocationIndex == 0)
        sharedBase = atomicAdd(UintAt(levelCount(push.step)).word, entries, gl_ScopeDevice, gl_StorageSemanticsNone,
                               gl_SemanticsRelaxed);
    barrier();
    const uint base = sharedBase;
    for (uint first = 0; first < entries; first += kWorkgroupSize) {
        const uint i = first + gl_LocalInvocationIndex;
        if (i < entries && base + i < push.nextCapacity)
            storeEntry(nextBegin, push.nextCapacity, base + i, listEntry(i));
    }
}

// Finds and stores the first k of the source, or leaves entries for the next level.
void merge(uint count, bool isLast)
{
    const bool hasRows = push.rowLength > 0;
    const uint64_t first = hasRows ? uint64_t(workgroupIndex()) * push.rowPitch : 0ul;
    bool isBounded = true;
    if (hasRows)
        openRow(first, uint(min(uint64_t(push.rowLength), max(uint64_t(count), first) - first)));
    else
        isBounded = openLevel(count);
    const uint least = isLast ? min(push.k, sourceCount) : 0;
    uint entries = 0;
    for (uint attempt = 0; attempt < 2; ++attempt) {
        bound = kNoBound;
        if (isBounded && attempt == 0)
            findBound();
        entries = listEntries(isLast ? 0 : gl_WorkGroupID.x, isLast ? 1 : push.gridWidth);
        if (entries >= least)
            break;
    }
    if (!isLast) {
        leaveEntries(entries);
        return;
    }
    entries = shrinkList(entries, push.k);
    const uint64_t place = uint64_t(workgroupIndex()) * push.resultPitch;
    for (uint begin = 0; begin < entries; begin += kWorkgroupSize) {
        const uint i = begin + gl_LocalInvocationIndex;
        if (i < entries)
            storeResult(place + i, first, listEntry(i));
    }
}

void main()
{
    const uint count = inputCount();
    const bool isLast = isLastLevel;
    bool isAlone = true;
    if (fewShares > 0) {
        const uint few = openFew();
        if (few >= min(push.k, count) && few <= kTopKFewEntries) {
            if (isLast)
                rankFew(few);
            return;
        }
        isAlone = !isLast || workgroupIndex() == 0;
    }
    if (isAlone)
        merge(count, isLast);
}
