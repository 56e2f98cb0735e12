#version 460
#extension GL_GOOGLE_include_directive : require
// Finds the keys at given ranks of an array, step by step. In a long array, a sample's steps provide intervals that
// very likely have the keys; the next step counts these and lists their codes, so that later steps read the list. If a
// key is outside of its interval, or the list is full, they read the input.
#include "tile/quantile_bins.glsl"

#include "core/subgroup_order.glsl"

layout(constant_id = kIdTestHooks) const uint kTestHooks = 0;

const uint kNoVector = ~0u / kVector; // no key is in it

// A subgroup gathers codes until they are many, since all workgroups count listed codes in one word.
const uint kGatheredCodes = 2 * kSubgroupSize / kWords;
shared Element sharedCodes[2 * kWorkgroupSize / kWords];
uint gathered = 0;

uint64_t stepAddress(uint step)
{
    return entriesBegin + step * kQuantileStepBytes;
}
uint64_t listedAddress()
{
    return stepAddress(push.resultPitch);
}

bool hasSample()
{
    return (push.shares & kQuantileSamples) != 0;
}
bool isSampleStep(uint step)
{
    return hasSample() && step < kSampleSteps;
}
bool isListingStep(uint step)
{
    return hasSample() && step == kSampleSteps;
}

uint sampledVectors()
{
    return min(sourceVectors(), kSampledVectors);
}

// The ranks in the sample that are five standard deviations before and after the one expected, since neighbours in a
// vector may be alike.
Interval sampleInterval(uint rank)
{
    if ((kTestHooks & kHookLowBounds) != 0)
        return wholeInterval(0, 0);
    const float vectors = float(sampledVectors());
    const float fraction = float(rank) / float(sourceCount);
    const float distance = 5 * sqrt(vectors * fraction * (1 - fraction)) + 4;
    const float first = (vectors * fraction - distance) * kVector;
    const float last = (vectors * fraction + distance) * kVector;
    return wholeInterval(first < 0 ? kOpen : uint(first), last >= vectors * kVector ? kOpen : uint(last));
}

Interval loadInterval(uint step, uint rank)
{
    const uint64_t address = stepAddress(step) + rank * kIntervalBytes;
    const uvec4 words = VectorAt(address).words;
    const uvec4 further = VectorAt(address + 16).words;
#if ELEMENT_WORDS == 2
    const Element low = packUint2x32(words.xy);
#else
    const Element low = words.x;
#endif
    return Interval(low, words.z, words.w, further.x, further.y != 0, further.z != 0);
}

void storeInterval(uint step, uint rank)
{
    const Interval interval = sharedIntervals[rank];
    const uint64_t address = stepAddress(step) + rank * kIntervalBytes;
#if ELEMENT_WORDS == 2
    const uvec2 low = unpackUint2x32(interval.low);
#else
    const uvec2 low = uvec2(interval.low, 0);
#endif
    VectorAt(address).words = uvec4(low, interval.shift, interval.first);
    VectorAt(address + 16).words = uvec4(interval.last, interval.isFound ? 1 : 0, interval.isMissed ? 1 : 0, 0);
}

// The intervals of a step, from the bins of the one before.
void openIntervals()
{
    const uint rank = gl_LocalInvocationIndex;
    if (push.step == 0) {
        if (rank < push.k)
            sharedIntervals[rank] =
                hasSample() ? sampleInterval(askedRank(rank)) : wholeInterval(askedRank(rank), askedRank(rank));
        barrier();
    } else {
        const uint64_t earlier = stepAddress(push.step - 1);
        if (rank < push.k) {
            sharedIntervals[rank] = loadInterval(push.step - 1, rank);
            sharedBefore[rank] = UintAt(earlier + kBeforeOffset + rank * 4).word;
        }
        for (uint i = gl_LocalInvocationIndex; i < kBins; i += kWorkgroupSize)
            sharedBins[i] = UintAt(earlier + kQuantileBinsOffset + i * 4).word;
        barrier();
        narrowIntervals(isSampleStep(push.step - 1));
    }
    if (isListingStep(push.step)) {
        if (rank < push.k)
            sharedIntervals[rank].first = sharedIntervals[rank].last = askedRank(rank);
        barrier();
    }
    if (workgroupIndex() == 0 && rank < push.k && push.step < push.resultPitch)
        storeInterval(push.step, rank);
}

// Reads the list from now on, if it has the keys of all intervals.
void openList()
{
    const uint listed = UintAt(listedAddress()).word;
    bool isComplete = listed <= push.nextCapacity;
    for (uint i = 0; i < push.k; ++i)
        isComplete = isComplete && !sharedIntervals[i].isMissed;
    if (isComplete)
        openEntries(nextBegin, push.nextCapacity, listed);
}

uint takeSlots(uint codes)
{
    uint slot = 0;
    if (gl_SubgroupInvocationID == 0)
        slot = atomicAdd(UintAt(listedAddress()).word, codes, gl_ScopeDevice, gl_StorageSemanticsNone,
                         gl_SemanticsRelaxed);
    return subgroupBroadcastFirst(slot);
}

void listCode(uint slot, Element code)
{
    if (slot < push.nextCapacity)
        KeyAt(nextBegin + uint64_t(slot) * kKeyBytes).words = toWords(code);
}

void listGathered()
{
    orderSubgroup();
    const uint slot = takeSlots(gathered);
    for (uint first = 0; first < kGatheredCodes; first += kSubgroupSize) {
        const uint i = first + gl_SubgroupInvocationID;
        if (i < gathered)
            listCode(slot + i, sharedCodes[gl_SubgroupID * kGatheredCodes + i]);
    }
    orderSubgroup();
    gathered = 0;
}

// Appends codes to the list, in any order.
void listCodes(Element codes[kRows][kVector], uint kept)
{
    const uint count = bitCount(kept);
    const Element inclusive = subgroupScanInclusive(Element(count));
    const uint total = uint(subgroupLast(inclusive));
    if (gathered + total > kGatheredCodes)
        listGathered();
    const bool gathers = total <= kGatheredCodes;
    uint slot = uint(inclusive) - count + (gathers ? gathered : takeSlots(total));
    [[unroll]] for (uint row = 0; row < kRows; ++row)
    {
        [[unroll]] for (uint i = 0; i < kVector; ++i)
        {
            if ((kept & 1u << row * kVector + i) == 0)
                continue;
            if (gathers)
                sharedCodes[gl_SubgroupID * kGatheredCodes + slot] = codes[row][i];
            else
                listCode(slot, codes[row][i]);
            ++slot;
        }
    }
    gathered += gathers ? total : 0;
}

// Counts the bins of the sample's vectors, or of the source.
void countStep()
{
    const bool isSample = isSampleStep(push.step);
    const bool isListing = isListingStep(push.step);
    const uint cells = sampledVectors();
    const uint tiles = divideRoundingUp(isSample ? cells : sourceVectors(), kTileVectors);
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += push.gridWidth) {
        Element codes[kRows][kVector];
        uint present = 0;
        if (isSample) {
            [[unroll]] for (uint row = 0; row < kRows; ++row) {
                const uint cell = placeOf(tile, row) / kVector;
                const uint vector = cell < cells ? sampledVector(cell, sourceVectors() / cells) : kNoVector;
                loadVector(vector * kVector, false, codes[row]);
                [[unroll]] for (uint i = 0; i < kVector; ++i)
                    present |= isKey(vector * kVector + i) ? 1u << row * kVector + i : 0;
            }
        } else {
            loadTile(tile, codes);
            present = presentIn(tile);
        }
        const uint kept = countTile(codes, present, isListing);
        if (isListing)
            listCodes(codes, kept);
    }
    if (gathered > 0)
        listGathered();
}

void main()
{
    openInput(inputCount());
    if (sourceCount == 0)
        return;
    openIntervals();
    if (push.step == push.resultPitch)
        storeKeys(0);
    if (push.step == push.resultPitch || areAllFound())
        return;
    clearBins();
    if (hasSample() && push.step > kSampleSteps)
        openList();
    countStep();
    barrier();
    for (uint i = gl_LocalInvocationIndex; i < kBins; i += kWorkgroupSize)
        if (sharedBins[i] > 0)
            atomicAdd(UintAt(stepAddress(push.step) + kQuantileBinsOffset + i * 4).word, sharedBins[i], gl_ScopeDevice,
                      gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    if (gl_LocalInvocationIndex < push.k && isListingStep(push.step))
        atomicAdd(UintAt(stepAddress(push.step) + kBeforeOffset + gl_LocalInvocationIndex * 4).word,
                  sharedBefore[gl_LocalInvocationIndex], gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}
