// Selection of a small k by few entries: a sample of the input gives a bound that hardly more than k entries come
// before; these are collected, and ranked by counting. Ribizel & Anzt, "Parallel Selection on GPUs", 2020.
//
// The input has cells of as many vectors, and a vector of each is in the sample. Workgroups take parts of the cells, and
// leave the first entry of each of kGroups groups of invocations. An entry that as many groups' first ones come before
// as of the first k are expected in the sample, and five standard deviations, is very likely not among the first k.
// Where fewer than k entries are collected, or more than kTopKFewEntries, a merge of all keys selects instead.
#ifndef VKSCAN_TILE_TOP_K_FEW
#define VKSCAN_TILE_TOP_K_FEW
#include "tile/top_k_keys.glsl"

layout(constant_id = kIdTestHooks) const uint kTestHooks = 0;

const uint kFewGroups = kWorkgroupSize < kTopKGroups ? kWorkgroupSize : kTopKGroups;
const uint kSharing = kWorkgroupSize / kFewGroups; // invocations that share a group
const uint kMostFewRank = kFewGroups / 4 * 3;      // beyond which there are many more entries than ranks
const uint kManyVectors = 1u << 24;                // of which a smaller part is sampled
const uint kSampledAtOnce = 4;
const uint kRankedAtOnce = 16; // even; entries that a workgroup ranks

shared Element sharedFewCodes[kWorkgroupSize];
shared uint sharedFewIndices[kWorkgroupSize];
shared uint sharedBefore[kFewGroups];
shared uint sharedRanks[kRankedAtOnce / 2]; // two in each word
shared uint sharedBound;

uint64_t fewCountAddress() { return scratchBegin + kTopKFewCount; }
uint64_t fewAddress() { return scratchBegin + kTopKFewOffset; }
uint64_t firstsAddress() { return fewAddress() + kTopKFewEntries * (kKeyBytes + 4); }

Entry fewEntry(uint i) { return loadEntry(fewAddress(), kTopKFewEntries, i); }

Entry firstEntry(Entry a, Entry b)
{
    const bool isSecond = isBefore(b, a);
    return Entry(isSecond ? b.code : a.code, isSecond ? b.index : a.index);
}

uint sampledCells() { return sourceVectors() / (sourceVectors() < kManyVectors ? 64 : 256); }
uint sampledParts(uint cells) { return min(divideRoundingUp(cells, kWorkgroupSize), kTopKParts); }

// The vector of a sample in a cell of `width` vectors: at random, so that no period of the data meets it.
uint sampledVector(uint cell, uint width) { return cell * width + (cell * 2654435769u >> 8) % width; }

Entry firstOfCell(uint cell, uint cells)
{
    const uint place = sampledVector(min(cell, cells - 1), sourceVectors() / cells) * kVector;
    Element codes[kVector];
    loadVector(place, isWholeVector(place), codes);
    Entry first = kNoBound;
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        first = firstEntry(first, Entry(codes[i], place + i - sourceHead));
    if (cell >= cells) // else a vector would count twice
        first = kNoBound;
    return first;
}

// The first of the entries that invocations of this one's group have.
Entry firstOfGroup(Entry own)
{
    sharedFewCodes[gl_LocalInvocationIndex] = own.code;
    sharedFewIndices[gl_LocalInvocationIndex] = own.index;
    barrier();
    const uint group = gl_LocalInvocationIndex % kFewGroups;
    Entry first = own;
    [[unroll]] for (uint i = 0; i < kSharing; ++i) {
        const uint other = i * kFewGroups + group;
        first = firstEntry(first, Entry(sharedFewCodes[other], sharedFewIndices[other]));
    }
    barrier();
    return first;
}

// Leaves the first entries of a part of the sample.
void samplePart(uint part)
{
    const uint cells = sampledCells();
    const uint parts = sampledParts(cells);
    if (part >= parts)
        return;
    const uint stride = parts * kWorkgroupSize;
    Entry first = kNoBound;
    for (uint begin = part * kWorkgroupSize; begin < cells; begin += kSampledAtOnce * stride) {
        [[unroll]] for (uint i = 0; i < kSampledAtOnce; ++i)
            first = firstEntry(first, firstOfCell(begin + i * stride + gl_LocalInvocationIndex, cells));
    }
    first = firstOfGroup(first);
    if (gl_LocalInvocationIndex < kFewGroups)
        storeEntry(firstsAddress(), kTopKParts * kFewGroups, part * kFewGroups + gl_LocalInvocationIndex, first);
}

// The entry that so many others come before, among the first ones of groups that each invocation knows its own's of.
// There are more than so many, and none twice.
Entry entryOfRank(Entry first, uint rank)
{
    const uint group = gl_LocalInvocationIndex % kFewGroups;
    const uint others = kFewGroups / kSharing; // that each invocation compares with
    const uint begin = gl_LocalInvocationIndex / kFewGroups * others;
    if (gl_LocalInvocationIndex < kFewGroups) {
        sharedFewCodes[group] = first.code;
        sharedFewIndices[group] = first.index;
        sharedBefore[group] = 0;
    }
    barrier();
    uint before = 0;
    for (uint i = 0; i < others; ++i)
        before += isBefore(Entry(sharedFewCodes[begin + i], sharedFewIndices[begin + i]), first) ? 1 : 0;
    atomicAdd(sharedBefore[group], before, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    barrier();
    if (gl_LocalInvocationIndex < kFewGroups && sharedBefore[group] == rank)
        sharedBound = group;
    barrier();
    return Entry(sharedFewCodes[sharedBound], sharedFewIndices[sharedBound]);
}

// Entries behind it are very likely not among the first k.
Entry sampledBound()
{
    const uint cells = sampledCells();
    const float hits = float(push.k) * float(cells) / float(sourceVectors());
    uint rank = uint(hits + 5 * sqrt(hits)) + 4;
    if ((kTestHooks & kHookLowBounds) != 0)
        rank = 0;
    if (rank >= min(cells, kMostFewRank) || (kTestHooks & kHookNoBounds) != 0)
        return kNoBound;
    const uint parts = sampledParts(cells);
    const uint group = gl_LocalInvocationIndex % kFewGroups;
    Entry first = kNoBound;
    for (uint begin = 0; begin < parts; begin += kSampledAtOnce * kSharing) {
        [[unroll]] for (uint i = 0; i < kSampledAtOnce; ++i) {
            const uint part = begin + i * kSharing + gl_LocalInvocationIndex / kFewGroups;
            first = firstEntry(first, loadEntry(firstsAddress(), kTopKParts * kFewGroups,
                                                min(part, parts - 1) * kFewGroups + group));
        }
    }
    return entryOfRank(firstOfGroup(first), rank);
}

// Adds up numbers of at most 16 bits of all invocations, two in each word.
void addBefore(inout uint before[kRankedAtOnce / 2])
{
    barrier();
    if (gl_LocalInvocationIndex < kRankedAtOnce / 2)
        sharedRanks[gl_LocalInvocationIndex] = 0;
    barrier();
    [[unroll]] for (uint i = 0; i < kRankedAtOnce / 2; ++i) {
        [[unroll]] for (uint step = 0; step < kMostSubgroupSteps; ++step)
            if (1u << step < kSubgroupSize)
                before[i] += subgroupShuffleXor(before[i], 1u << step);
        if (gl_SubgroupInvocationID == 0)
            atomicAdd(sharedRanks[i], before[i], gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    }
    barrier();
}

// Stores the results among the entries that were collected: each has the place of as many as come before it.
void rankFew(uint entries)
{
    const uint invocation = gl_LocalInvocationIndex;
    for (uint begin = workgroupIndex() * kRankedAtOnce; begin < entries; begin += push.gridWidth * kRankedAtOnce) {
        Entry own[kRankedAtOnce];
        uint before[kRankedAtOnce / 2];
        [[unroll]] for (uint i = 0; i < kRankedAtOnce; ++i) {
            own[i] = fewEntry(min(begin + i, entries - 1));
            before[i / 2] = 0;
        }
        for (uint first = 0; first < entries; first += kWorkgroupSize) {
            Entry other = fewEntry(min(first + invocation, entries - 1));
            if (first + invocation >= entries)
                other = kNoBound; // before none
            [[unroll]] for (uint i = 0; i < kRankedAtOnce; ++i)
                before[i / 2] += isBefore(other, own[i]) ? 1u << i % 2 * 16 : 0;
        }
        addBefore(before);
        const uint place = begin + invocation;
        if (invocation < kRankedAtOnce && place < entries) {
            const uint rank = sharedRanks[invocation / 2] >> invocation % 2 * 16 & 0xffff;
            if (rank < push.k)
                storeResult(uint64_t(rank), 0ul, fewEntry(place));
        }
    }
}
#endif
