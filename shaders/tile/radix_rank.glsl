// Ranks: the place of each key, in registers, in its tile when that is sorted by a digit. Keys are those of a radix
// sort, or of a split if tile/split_keys.glsl is included first.
//
// Adinets & Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs", 2022: each subgroup counts its
// keys by digit in shared memory, in order. Lanes with equal digits find each other by bits that they set in a word of
// that digit, or, if there are no more digits than lanes, by a ballot for each bit of the digit.
#ifndef VKSCAN_TILE_RADIX_RANK
#define VKSCAN_TILE_RADIX_RANK
#if !defined(VKSCAN_TILE_SPLIT_KEYS)
#include "tile/radix_keys.glsl"
#endif
#include "core/subgroup_order.glsl"

const uint kSubgroups = kWorkgroupSize / kSubgroupSize;
const uint kDigitsEach = (kDigits + kWorkgroupSize - 1) / kWorkgroupSize; // digits that an invocation counts and carries
const uint kCountWords = kSubgroups * kDigits;
const uint kLaneWords = kSubgroupSize > 32 ? 2 : 1; // words with a bit for each lane
const uint kSubgroupWords = kDigits * (1 + kLaneWords);
const uint kRankWords = kSubgroups * kSubgroupWords;
// For each subgroup, counts by digit, then the lanes with the digit; afterwards the keys or values to exchange.
shared uint sharedWords[kRankWords > kExchangedWords ? kRankWords : kExchangedWords];
shared uint sharedDigits[kDigits];

// The index of the invocation in the order of subgroups and lanes.
uint invocationIndex() { return gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID; }

// The sum of the values of all invocations before this one.
uint exclusiveSum(uint value)
{
    const uint inclusive = subgroupScanInclusive(value);
    uint before;
    workgroupScan(subgroupLast(inclusive), before);
    return before + inclusive - value;
}

// The digits that this invocation counts and carries: kDigitsEach from firstDigit() on, if it has any.
uint firstDigit() { return invocationIndex() * kDigitsEach; }
bool hasDigits() { return firstDigit() < kDigits; }

uint countLanes(uvec2 lanes) { return bitCount(lanes.x) + (kSubgroupSize > 32 ? bitCount(lanes.y) : 0); }

// Counts the keys of each subgroup by digit, in sharedWords, which stay in use until keys are exchanged.
void countInSubgroups(Digit digit, Key items[kItems])
{
    const uint own = gl_SubgroupID * kSubgroupWords;
    [[unroll]] for (uint i = 0; i < kSubgroupWords; i += kSubgroupSize)
        if (kSubgroupWords % kSubgroupSize == 0 || i + gl_SubgroupInvocationID < kSubgroupWords)
            sharedWords[own + i + gl_SubgroupInvocationID] = 0;
    orderSubgroup();
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        atomicAdd(sharedWords[own + valueOf(items[i], digit)], 1, gl_ScopeWorkgroup, gl_StorageSemanticsNone,
                  gl_SemanticsRelaxed);
    barrier();
}

// Counts the keys of the tile: for each digit of this invocation, the keys that have it.
void countKeys(Digit digit, Key items[kItems], out uint counts[kDigitsEach])
{
    countInSubgroups(digit, items);
    [[unroll]] for (uint k = 0; k < kDigitsEach; ++k) {
        counts[k] = 0;
        for (uint subgroup = 0; subgroup < kSubgroups; ++subgroup)
            counts[k] += sharedWords[subgroup * kSubgroupWords + min(firstDigit() + k, kDigits - 1)];
    }
}

uint loadShared(uint at)
{
    return atomicLoad(sharedWords[at], gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

void storeShared(uint at, uint word)
{
    atomicStore(sharedWords[at], word, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

// Finds the places of keys in the sorted tile. Each count has been replaced by the place of the first key that it
// counts. Lanes with a digit find each other by the digit's lane bits. The last of these lanes stores the place of the
// next key with that digit, which all of them load for the next key, and clears the bits. Lanes perform these atomics
// in program order.
void rankInSubgroups(Digit digit, Key items[kItems], out uint places[kItems])
{
    const uint lane = gl_SubgroupInvocationID;
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        const uint count = gl_SubgroupID * kSubgroupWords + valueOf(items[i], digit);
        const uint lanes = count + kDigits;
        atomicOr(sharedWords[lanes + (lane < 32 ? 0 : kDigits)], 1u << lane % 32, gl_ScopeWorkgroup,
                 gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        const uvec2 peers = uvec2(loadShared(lanes), kLaneWords > 1 ? loadShared(lanes + kDigits) : 0);
        places[i] = loadShared(count) + countLanes(peers & gl_SubgroupLtMask.xy);
        if ((peers & gl_SubgroupGtMask.xy) == uvec2(0)) {
            storeShared(count, places[i] + 1);
            storeShared(lanes, 0);
            if (kLaneWords > 1)
                storeShared(lanes + kDigits, 0);
        }
    }
}

// Ranks keys before they are counted, if each digit has a lane: finds how many keys with the same digit precede each
// key in the subgroup, and leaves the counts in shared memory, which is otherwise unused.
void rankByLanes(Digit digit, Key items[kItems], out uint ranks[kItems])
{
    const uint kept = gl_SubgroupInvocationID % kDigits;
    uint count = 0;
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        const uint value = valueOf(items[i], digit);
        uvec2 peers = subgroupBallot(true).xy;
        uvec2 counted = peers;
        [[unroll]] for (uint bit = 0; bit < kDigitBits; ++bit) {
            const bool isSet = (value & 1 << bit) != 0;
            const uvec2 votes = subgroupBallot(isSet).xy;
            peers &= isSet ? votes : ~votes;
            counted &= (kept & 1 << bit) != 0 ? votes : ~votes;
        }
        ranks[i] = subgroupShuffle(count, value) + countLanes(peers & gl_SubgroupLtMask.xy);
        count += countLanes(counted);
    }
    if (gl_SubgroupInvocationID < kDigits)
        sharedWords[gl_SubgroupID * kSubgroupWords + gl_SubgroupInvocationID] = count;
}

// Finds the places of keys in the sorted tile and, for each digit of this invocation, the place of its first key.
void rankKeys(Digit digit, Key items[kItems], uint counts[kDigitsEach], out uint places[kItems],
              out uint starts[kDigitsEach])
{
    uint sum = 0;
    [[unroll]] for (uint k = 0; k < kDigitsEach; ++k)
        sum += hasDigits() ? counts[k] : 0;
    uint before = exclusiveSum(sum);
    [[unroll]] for (uint k = 0; k < kDigitsEach; ++k) {
        starts[k] = before;
        before += counts[k];
        uint next = starts[k];
        if (hasDigits()) {
            for (uint subgroup = 0; subgroup < kSubgroups; ++subgroup) {
                const uint at = subgroup * kSubgroupWords + firstDigit() + k;
                const uint count = sharedWords[at];
                sharedWords[at] = next;
                next += count;
            }
        }
    }
    barrier();
    rankInSubgroups(digit, items, places);
}

// The place of item i of this invocation in the sorted tile.
uint outPlace(uint item) { return item * kWorkgroupSize + invocationIndex(); }
#endif
