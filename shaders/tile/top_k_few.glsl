// Selection of a small k by few entries: a sample of the input provides a bound that only few more than k entries
// precede; these are collected, and ranked by counting (tile/top_k_ranking.glsl). Ribizel & Anzt, "Parallel Selection
// on GPUs", 2020.
//
// The input has cells of equally many vectors; one vector of each is in the sample. The bound is a first entry of a
// group, at the rank of the entries expected of the first k, plus five standard deviations. Later entries are very
// likely not among the first k. If fewer than k entries are collected, or more than kTopKFewEntries, a merge of all
// keys selects instead.
//
// A long array has one sample: workgroups of a dispatch take parts of the cells, and leave the first entry of each of
// kGroups groups of invocations. A shorter one has fewer cells, and each workgroup that collects takes the whole sample
// itself: all find the same bound, and a dispatch is saved.
#ifndef VKSCAN_TILE_TOP_K_FEW
#define VKSCAN_TILE_TOP_K_FEW
#include "tile/top_k_firsts.glsl"

layout(constant_id = kIdOwnSamples) const bool kOwnSamples = false;

const uint kManyVectors = 1u << 24; // beyond that, a smaller part is sampled
const uint kSampledAtOnce = kOwnSamples ? 2 : 4;
const uint kOwnCells = kSampledAtOnce * kWorkgroupSize; // maximum

uint64_t shareCountAddress(uint share) { return scratchBegin + kTopKShareCounts + share * 4; }
uint64_t fewAddress() { return scratchBegin + kTopKShareCounts + divideRoundingUp(fewShares, 4) * 16; }
uint64_t firstsAddress() { return fewAddress() + kTopKFewEntries * (kKeyBytes + 4); }

// Entries that the shares have room for.
uint fewCapacity() { return fewShares > 1 ? fewShares * kTileKeys : kTopKFewEntries; }

uint sampledCells()
{
    const uint cells = sourceVectors() / (sourceVectors() < kManyVectors ? 64 : 256);
    return kOwnSamples ? min(cells, kOwnCells) : cells;
}

uint sampledParts(uint cells) { return min(divideRoundingUp(cells, kWorkgroupSize), kTopKParts); }

Entry firstOfCell(uint cell, uint cells)
{
    const Entry first = firstOfVector(sampledVector(min(cell, cells - 1), sourceVectors() / cells));
    const bool isCell = cell < cells; // otherwise a vector would count twice
    return Entry(isCell ? first.code : kNoBound.code, isCell ? first.index : kNoBound.index);
}

// The first entry of this invocation's cells in a part of a sample, which has at least one part. Neighbouring cells
// belong to different groups: if keys are equal or in order, the first entries are neighbours.
Entry firstOfPart(uint part, uint parts, uint cells)
{
    const uint stride = parts * kWorkgroupSize;
    const uint own = groupedInvocation() % kGroupLanes * kGroups + groupedInvocation() / kGroupLanes;
    Entry first = kNoBound;
    for (uint begin = part * kWorkgroupSize; begin < cells; begin += kSampledAtOnce * stride) {
        [[unroll]] for (uint i = 0; i < kSampledAtOnce; ++i)
            first = firstEntry(first, firstOfCell(begin + i * stride + own, cells));
    }
    return first;
}

// Leaves the first entries of a part of the sample.
void samplePart(uint part)
{
    const uint cells = sampledCells();
    const uint parts = sampledParts(cells);
    if (part >= parts)
        return;
    const Entry first = firstOfGroup(firstOfPart(part, parts, cells));
    const uint group = groupedInvocation() / kGroupLanes;
    if (groupedInvocation() % kGroupLanes == 0)
        storeEntry(firstsAddress(), kTopKParts * kGroups, part * kGroups + group, first);
}

// The first entry of this invocation's share of its group's entries from parts of the sample.
Entry firstOfParts(uint parts)
{
    const uint group = groupedInvocation() / kGroupLanes;
    const uint lane = groupedInvocation() % kGroupLanes;
    Entry first = kNoBound;
    for (uint begin = 0; begin < parts; begin += kSampledAtOnce * kGroupLanes) {
        [[unroll]] for (uint i = 0; i < kSampledAtOnce; ++i) {
            const uint part = min(begin + i * kGroupLanes + lane, parts - 1);
            first = firstEntry(first, loadEntry(firstsAddress(), kTopKParts * kGroups, part * kGroups + group));
        }
    }
    return first;
}

// The rank of a bound among the first entries of cells; kGroups if there is none.
uint rankOfBound(uint cells)
{
    const uint rank = boundingRank(float(push.k) * float(cells) / float(sourceVectors()));
    const bool isBound = rank < min(cells, kMostRank) && (kTestHooks & kHookNoBounds) == 0;
    return isBound ? rank : kGroups;
}

// The bound: later entries are very likely not among the first k. It is from another dispatch's entries, or from a
// sample that the workgroup takes itself.
Entry leftBound()
{
    const uint cells = sampledCells();
    const uint rank = rankOfBound(cells);
    if (rank == kGroups)
        return kNoBound;
    return entryOfRank(firstOfParts(sampledParts(cells)), rank);
}

Entry ownBound()
{
    const uint cells = sampledCells();
    const uint rank = rankOfBound(cells);
    if (rank == kGroups)
        return kNoBound;
    return entryOfRank(firstOfPart(0, 1, cells), rank);
}
#endif
