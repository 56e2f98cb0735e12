#version 460
#extension GL_GOOGLE_include_directive : require
// Finds the keys at given ranks of an array, step by step. In a long array, a sample's steps provide intervals that
// very likely have the keys; the next step counts these and lists their codes, so that later steps read the list. If a
// key is outside of its interval, or the list is full, they read the input.
#include "tile/quantile_bins.glsl"

#include "core/subgroup_order.glsl"

layout(constant_id = kIdTestHooks) const uint kTestHooks = 0;

const uint kSampledTiles = kSampledVectors / kTileVectors;
const uint kCells = kSampledTiles * kTileVectors; // of a sample, which has one vector of each

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

// Whether steps take a sample, of whole vectors alone: a count that the device reads may be too small.
bool hasSample = false;
bool isSampleStep(uint step)
{
    return hasSample && step < kSampleSteps;
}
bool isListingStep(uint step)
{
    return hasSample && step == kSampleSteps;
}

// The first place of this invocation's vector in a row of a sample's tile.
uint sampledPlace(uint tile, uint row)
{
    return (1 + sampledVector(placeOf(tile, row) / kVector, (sourceVectors() - 2) / kCells)) * kVector;
}

// The ranks in the sample that are five standard deviations before and after the one expected, since neighbours in a
// vector may be alike.
Interval sampleInterval(uint rank)
{
    if ((kTestHooks & kHookLowBounds) != 0)
        return wholeInterval(0, 0);
    const float vectors = float(kCells);
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
                hasSample ? sampleInterval(askedRank(rank)) : wholeInterval(askedRank(rank), askedRank(rank));
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

// The workgroups of this step. Few take a list of few codes, since each one loads and sums all bins; an eighth of all,
// since they read the input if a key is not in the list.
uint workgroups()
{
    if (!hasSample || push.step <= kSampleSteps)
        return push.gridWidth;
    const uint listed = UintAt(listedAddress()).word;
    if (listed > push.nextCapacity)
        return push.gridWidth;
    return clamp(divideRoundingUp(listed, kTileKeys), divideRoundingUp(push.gridWidth, 8), push.gridWidth);
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

// Appends gathered codes to the list, and counts them in their bins.
void listGathered()
{
    orderSubgroup();
    const uint slot = takeSlots(gathered);
    for (uint first = 0; first < kGatheredCodes; first += kSubgroupSize) {
        const uint i = first + gl_SubgroupInvocationID;
        const Element code = sharedCodes[gl_SubgroupID * kGatheredCodes + min(i, kGatheredCodes - 1)];
        if (i < gathered)
            listCode(slot + i, code);
        // Unrolled, since subgroups differ in whether they call this (docs/portability.md, trap 5).
        [[unroll]] for (uint rank = 0; rank < kMostRanks; ++rank) {
            if (rank < push.k && sharedIntervals[rank].shift > 0)
                countKey(i < gathered, code, rank, sharedIntervals[rank]);
        }
    }
    orderSubgroup();
    gathered = 0;
}

// Lists the codes of a tile that are in intervals whose bins have several codes, in any order, and counts the keys
// before each interval. Returns false if the codes are too many to be gathered: these are not counted in bins.
bool listTile(Element codes[kRows][kVector], uint present)
{
    uint kept = 0;
    Element sums; // keys of the lanes up to this one: in the low half those kept, in the high half those before
    uint total;
    for (uint rank = 0; rank < push.k; ++rank) {
        const Interval interval = sharedIntervals[rank];
        const Element range = rangeOf(interval);
        uint before = 0;
        uint within = 0;
        [[unroll]] for (uint i = 0; i < kItems; ++i) {
            const Element code = codes[i / kVector][i % kVector]; // kLastCode if there is no key
            before += code < interval.low ? 1 : 0;
            within |= code - interval.low <= range ? 1u << i : 0;
        }
        kept |= interval.shift > 0 ? within & present : 0;
        sums = subgroupScanInclusive(Element(before << 16 | uint(bitCount(kept))));
        total = uint(subgroupLast(sums));
        if (gl_SubgroupInvocationID == 0)
            atomicAdd(sharedBefore[rank], total >> 16, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    }
    total &= 0xffff;
    uint slot = (uint(sums) & 0xffff) - bitCount(kept);
    if (gathered + total > kGatheredCodes)
        listGathered();
    if (total <= kGatheredCodes) {
        slot += gl_SubgroupID * kGatheredCodes + gathered;
        [[unroll]] for (uint i = 0; i < kItems; ++i) {
            if ((kept & 1u << i) != 0)
                sharedCodes[slot++] = codes[i / kVector][i % kVector];
        }
        gathered += total;
        return true;
    }
    slot += takeSlots(total);
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        if ((kept & 1u << i) != 0)
            listCode(slot++, codes[i / kVector][i % kVector]);
    }
    return false;
}

// Counts the keys of the sample, or of the source.
void countStep(uint stride)
{
    const bool isSample = isSampleStep(push.step);
    const bool isListing = isListingStep(push.step);
    const uint tiles = isSample ? kSampledTiles : sourceTiles();
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += stride) {
        Element codes[kRows][kVector];
        uint present = kAllKeys;
        if (isSample) {
            [[unroll]] for (uint row = 0; row < kRows; ++row)
                loadVector(sampledPlace(tile, row), true, codes[row]);
        } else {
            loadTile(tile, codes);
            present = presentIn(tile);
        }
        bool areListed = false;
        if (isListing)
            areListed = listTile(codes, present);
        countTile(codes, present, areListed);
    }
    if (gathered > 0)
        listGathered();
}

void main()
{
    openInput(inputCount());
    hasSample = (push.shares & kQuantileSamples) != 0 && sourceVectors() > kCells + 1;
    const uint stride = workgroups();
    if (sourceCount == 0 || gl_WorkGroupID.x >= stride)
        return;
    openIntervals();
    if (push.step == push.resultPitch)
        storeKeys(0);
    if (push.step == push.resultPitch || areAllFound())
        return;
    clearBins();
    if (hasSample && push.step > kSampleSteps)
        openList();
    countStep(stride);
    barrier();
    for (uint i = gl_LocalInvocationIndex; i < kBins; i += kWorkgroupSize)
        if (sharedBins[i] > 0)
            atomicAdd(UintAt(stepAddress(push.step) + kQuantileBinsOffset + i * 4).word, sharedBins[i], gl_ScopeDevice,
                      gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    if (gl_LocalInvocationIndex < push.k && isListingStep(push.step))
        atomicAdd(UintAt(stepAddress(push.step) + kBeforeOffset + gl_LocalInvocationIndex * 4).word,
                  sharedBefore[gl_LocalInvocationIndex], gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}
