// The first k of a workgroup's tiles of the source, and perhaps a few more, in the list of tile/top_k_list.glsl.
//
// A sample of the source bounds them, so that few keys are listed: Ribizel & Anzt, "Parallel Selection on GPUs", 2020.
// If the bound leaves too few, or more than the list holds, the keys are counted in bins of the range of their codes. The
// bin with the k-th key is cut again until the list holds the keys up to its end; if only equal codes are left, the range
// of their indices is cut. Alabi, Blanchard, Gordon & Steinbach, "Fast k-Selection Algorithms for Graphics Processing
// Units", 2012: bucketSelect. A list of more entries than can be ranked by counting is cut in the same way.
//
// Call all functions from uniform control flow.
#ifndef VKSCAN_TILE_TOP_K_SELECT
#define VKSCAN_TILE_TOP_K_SELECT
#include "tile/top_k_list.glsl"

const uint kSamples = 2; // vectors of a sample, for each invocation
const uint kBins = kWorkgroupSize < kTopKRangeBins ? kWorkgroupSize : kTopKRangeBins;
const uint kBinBits = kWorkgroupSize < 128 ? 6 : kWorkgroupSize < 256 ? 7 : 8;
// Passes that cut a range, more than are needed: a guess, codes, indices, and codes again if the guess was wrong.
const uint kMostPasses = 2 * (64 / 6 + 2) * kWords + 8;
const uint kCountingLanes = 2; // that compare an entry
const uint kCounted = kWorkgroupSize / kCountingLanes; // maximum entries that are ranked by counting

shared uint sharedCounts[kBins];
shared uint sharedFirst;
shared uint sharedUpTo; // keys up to the end of the chosen bin

// Where bins begin: a code that few of the first k keys precede.
Element lowestCode;

// The workgroup's tiles of the source: the first, and the distance of the others.
uint firstTile;
uint tileStride;
uint ownVectors;

void openTiles(uint first, uint stride)
{
    const uint tiles = sourceTiles();
    const uint own = first < tiles ? divideRoundingUp(tiles - first, stride) : 0;
    const bool hasLast = own > 0 && first + (own - 1) * stride == tiles - 1;
    firstTile = first;
    tileStride = stride;
    ownVectors = own * kTileVectors - (hasLast ? tiles * kTileVectors - sourceVectors() : 0);
}

// Four sampled vectors lie side by side, since memory is read in 64 bytes.
uint sampledTogether(uint cell, uint width) { return sampledVector(cell / 4, 4 * width) / 4 * 4 + cell % 4; }

// The vector of the source that is one of the workgroup's.
uint sourceVector(uint own) { return (firstTile + own / kTileVectors * tileStride) * kTileVectors + own % kTileVectors; }

Element firstOf(Element a, Element b) { return b < a ? b : a; }

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

// Bounds by the code at a rank, from 0, among the first codes of groups of invocations. At least rank + 1 of all codes are
// within it. entryOfRank does this for entries; rows of 65,536 keys took 11% longer with indices.
void boundByRank(Element own, uint rank)
{
    const uint group = groupedInvocation() / kGroupLanes;
    const uint lane = groupedInvocation() % kGroupLanes;
    Element first = own;
    [[unroll]] for (uint step = 0; step < kMostSubgroupSteps; ++step)
        if (1u << step < kGroupLanes)
            first = firstOf(first, fromWords(subgroupShuffleXor(toWords(first), 1u << step)));
    if (lane == 0)
        sharedFirstCodes[group] = first;
    barrier();
    uint before = 0;
    for (uint i = lane; i < kGroups; i += kGroupLanes) {
        const Element other = sharedFirstCodes[i];
        before += other < first || other == first && i < group ? 1 : 0;
    }
    SUM_OF_GROUP(before)
    if (before == rank && lane == 0)
        sharedRanked = group;
    if (before == 0 && lane == 0)
        sharedFirst = group;
    barrier();
    bound.code = sharedFirstCodes[sharedRanked];
    lowestCode = sharedFirstCodes[sharedFirst];
}

// Adds all wanted keys of this workgroup's tiles, without a barrier between tiles. Returns their number; if it is more
// than a list holds, some are missing.
uint addTiles(uint from)
{
    const uint tiles = sourceTiles();
    for (uint tile = from; tile < tiles; tile += tileStride) {
        const uint entries =
            atomicLoad(sharedEntries, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        if (entries <= kListEntries)
            addTile(tile, ~0u);
    }
    return readEntries();
}

// The range of the code of the k-th entry, or if codes are equal, of its index.
struct Range {
    Element low; // all entries before it are counted in the first bin
    Element high;
    bool isOfIndices;
    Element code; // of the indices
};

// Counts an entry in its bin.
void countEntry(Entry entry, Range range, uint shift)
{
    Element value = entry.code;
    if (range.isOfIndices)
        value = entry.code < range.code ? Element(0) : entry.code > range.code ? kLastCode : Element(entry.index);
    if (value <= range.high)
        atomicAdd(sharedCounts[uint(max(value, range.low) - range.low >> shift)], 1, gl_ScopeWorkgroup,
                  gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

void countTiles(uint end, Range range, uint shift)
{
    for (uint tile = firstTile; tile < end; tile += tileStride) {
        Element codes[kRows][kVector];
        loadTile(tile, codes);
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            [[unroll]] for (uint i = 0; i < kVector; ++i) {
                const uint place = placeOf(tile, row) + i;
                if (isKey(place))
                    countEntry(Entry(codes[row][i], range.isOfIndices ? indexAt(place) : 0), range, shift);
            }
        }
    }
}

void countList(uint entries, Range range, uint shift)
{
    for (uint first = 0; first < entries; first += kWorkgroupSize) {
        const uint i = first + gl_LocalInvocationIndex;
        if (i < entries)
            countEntry(listEntry(i), range, shift);
    }
}

// Finds the bin with the last of the wanted keys. Returns kBins if there are fewer.
uint findBin(uint wanted)
{
    const uint invocation = groupedInvocation();
    if (invocation == 0)
        sharedRanked = kBins;
    const uint count = invocation < kBins ? sharedCounts[min(invocation, kBins - 1)] : 0;
    const Element inclusive = subgroupScanInclusive(Element(count));
    Element earlier;
    workgroupScan(subgroupLast(inclusive), earlier);
    const uint reached = uint(earlier + inclusive);
    if (reached >= wanted && reached - count < wanted) {
        sharedRanked = invocation;
        sharedUpTo = reached;
    }
    barrier();
    return sharedRanked;
}

// Finds a bound that between `wanted` and `most` entries of the list, or keys of this workgroup's tiles before an end, are
// within.
void cutRange(bool isListed, uint end, uint wanted, uint most)
{
    Range range = Range(lowestCode, bound.code, false, Element(0));
    bool isGuess = true; // the wanted entries may precede the range
    [[dont_unroll]] for (uint pass = 0; pass < kMostPasses; ++pass) {
        if (range.low == range.high && !range.isOfIndices)
            range = Range(Element(0), hasEntries ? Element(0xffffffffu) : Element(sourceCount - 1), true, range.low);
        const uint shift = max(bitsOf(range.high - range.low), kBinBits) - kBinBits;
        if (gl_LocalInvocationIndex < kBins)
            sharedCounts[gl_LocalInvocationIndex] = 0;
        barrier();
        if (isListed)
            countList(end, range, shift);
        else
            countTiles(end, range, shift);
        barrier();
        const uint bin = findBin(wanted);
        if (bin == kBins) { // all are wanted
            bound = kNoBound;
            break;
        }
        const Element begin = range.low + (Element(bin) << shift);
        range.high = begin + firstOf(range.high - begin, (Element(1) << shift) - 1);
        if (!range.isOfIndices) {
            range.low = bin == 0 && isGuess ? Element(0) : begin;
            isGuess = false;
        } else {
            range.low = begin;
        }
        bound = range.isOfIndices ? Entry(range.code, uint(range.high)) : Entry(range.high, 0xffffffff);
        lowestCode = range.isOfIndices ? range.code : range.low;
        if (sharedUpTo <= most)
            break;
        if (range.isOfIndices && range.high == Element(0)) // k entries have smaller codes
            range = Range(Element(0), range.code - 1, false, Element(0));
        barrier(); // bins are in use
    }
    barrier();
}

// Bounds by a sample of as many keys as the list holds, by an entry at a rank among them or one soon after it. It leaves
// fewer keys than groups of invocations do, but takes longer.
void boundBySample()
{
    const uint cells = kListEntries / kVector;
    const uint width = ownVectors / cells;
    const uint rank = boundingRank(float(push.k) * float(cells) / float(ownVectors));
    if (width == 0 || rank >= kListEntries / 4 * 3)
        return;
    for (uint cell = gl_LocalInvocationIndex; cell < cells; cell += kWorkgroupSize) {
        const uint place = sourceVector(sampledVector(cell, width)) * kVector;
        Element codes[kVector];
        loadVector(place, isWholeVector(place), codes);
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            setListEntry(cell * kVector + i, Entry(codes[i], place + i));
    }
    cutRange(true, kListEntries, rank + 1, rank + 1 + rank / 8);
    bound.index = 0xffffffff;
    if (lowestCode != bound.code)
        lowestCode = Element(0); // many of the first k precede the bin
}

// Bounds the first k codes of the workgroup's tiles, by a sample, so that very likely at least k codes are within the
// bound. For a short list, groups of its keys have a first code each, and the bound is one of these.
void findBound()
{
    bound = kNoBound;
    lowestCode = Element(0);
    if ((kTestHooks & kHookNoBounds) != 0)
        return;
    if (kListEntries > kTopKShortList) {
        boundBySample();
        return;
    }
    const uint samples = ownVectors >= 8 * kSamples * kWorkgroupSize ? kSamples : 1;
    const uint width = ownVectors / (samples * kWorkgroupSize);
    if (width == 0)
        return;
    const uint rank = boundingRank(float(push.k) * float(samples * kWorkgroupSize) / float(ownVectors));
    if (rank >= kMostRank)
        return;
    Element first = firstCode(sourceVector(sampledTogether(groupedInvocation(), width)));
    if (samples > 1) {
        [[unroll]] for (uint i = 1; i < kSamples; ++i) {
            const uint cell = i * kWorkgroupSize + groupedInvocation();
            first = firstOf(first, firstCode(sourceVector(sampledTogether(cell, width))));
        }
    }
    boundByRank(first, rank);
}

// Keeps the first `most` entries of the list or fewer, but at least k, in any order. Returns their number.
uint cutList(uint entries, uint most)
{
    if (entries <= most)
        return entries;
    cutRange(true, entries, push.k, most);
    Entry own[kEntriesEach];
    [[unroll]] for (uint i = 0; i < kEntriesEach; ++i)
        own[i] = listEntry(min(i * kWorkgroupSize + gl_LocalInvocationIndex, kListEntries - 1));
    setEntries(0);
    [[unroll]] for (uint i = 0; i < kEntriesEach; ++i)
        if (i * kWorkgroupSize + gl_LocalInvocationIndex < entries && !isBefore(bound, own[i]))
            setListEntry(atomicAdd(sharedEntries, 1, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed),
                         own[i]);
    return readEntries();
}

// Lists the first k of this workgroup's tiles, and perhaps some more. Returns their number.
uint listFirsts()
{
    Element codes[kRows][kVector];
    loadTile(firstTile, codes);
    findBound(); // while the first tile is loaded
    setEntries(0);
    addKeys(firstTile, codes, wantedOf(firstTile, codes, bound));
    uint entries = addTiles(firstTile + tileStride);
    [[dont_unroll]] for (uint attempt = 0; attempt < 2; ++attempt) {
        if (entries <= kListEntries && (entries >= push.k || bound == kNoBound))
            break;
        uint end = sourceTiles();
        if (entries < push.k) {
            lowestCode = bound.code;
            bound = kNoBound;
        } else if (attempt == 0 && lowestCode == bound.code) {
            end = firstTile + 1; // of many equal keys, those of the first tile come first
        }
        cutRange(false, end, push.k, kListEntries);
        setEntries(0);
        entries = addTiles(firstTile);
    }
    return entries;
}

// Stores the first k entries of the list as results from `place` on, of a row that begins with the element `first`.
void storeFirsts(uint entries, uint64_t place, uint64_t first)
{
    if (entries <= kCounted) {
        const uint i = groupedInvocation() / kCountingLanes;
        const uint lane = groupedInvocation() % kCountingLanes;
        const Entry own = listEntry(min(i, entries - 1));
        uint rank = 0;
        for (uint other = lane; other < entries; other += kCountingLanes)
            rank += isBefore(listEntry(other), own) ? 1 : 0;
        rank += subgroupShuffleXor(rank, 1);
        if (i < entries && lane == 0 && rank < push.k)
            storeResult(place + rank, first, own);
        return;
    }
    sortList(entries);
    for (uint begin = 0; begin < entries; begin += kWorkgroupSize) {
        const uint i = begin + gl_LocalInvocationIndex;
        if (i < min(entries, push.k))
            storeResult(place + i, first, listEntry(i));
    }
}
#endif
