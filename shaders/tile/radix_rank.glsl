// Ranks: the place of each key in its tile when that is sorted by a digit. Keys are in registers. They are those of a
// radix sort, or those of a split if tile/split_keys.glsl is included first.
//
// Adinets & Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs", 2022: each subgroup counts its
// keys by digit in shared memory, in order. Lanes with equal digits find each other by a ballot for each bit.
#ifndef VKSCAN_TILE_RADIX_RANK
#define VKSCAN_TILE_RADIX_RANK
#if !defined(VKSCAN_TILE_SPLIT_KEYS)
#include "tile/radix_keys.glsl"
#endif
#include "core/subgroup_order.glsl"

const uint kSubgroups = kWorkgroupSize / kSubgroupSize;
const uint kDigitsEach = (kDigits + kWorkgroupSize - 1) / kWorkgroupSize; // digits that an invocation counts and carries
const uint kCountWords = kSubgroups * kDigits;
// Counts by subgroup and digit; afterwards the keys or values that are exchanged.
shared uint sharedWords[kCountWords > kTileWords ? kCountWords : kTileWords];
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

// A bit for each lane with the same digit.
uvec2 peersOf(uint digit)
{
    uvec2 peers = subgroupBallot(true).xy;
    [[unroll]] for (uint bit = 0; bit < kDigitBits; ++bit) {
        const bool isSet = (digit & 1 << bit) != 0;
        const uvec2 votes = subgroupBallot(isSet).xy;
        peers &= isSet ? votes : ~votes;
    }
    return peers;
}

uint countLanes(uvec2 lanes) { return bitCount(lanes.x) + (kSubgroupSize > 32 ? bitCount(lanes.y) : 0); }

// Counts the keys of each subgroup by digit, in sharedWords, which stay in use until keys are exchanged.
void countInSubgroups(Digit digit, Key items[kItems])
{
    const uint own = gl_SubgroupID * kDigits;
    [[unroll]] for (uint i = 0; i < kDigits; i += kSubgroupSize)
        if (kDigits % kSubgroupSize == 0 || i + gl_SubgroupInvocationID < kDigits)
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
            counts[k] += sharedWords[subgroup * kDigits + min(firstDigit() + k, kDigits - 1)];
    }
}

// Finds the places of keys in the sorted tile. Each count has been replaced by the place of the first key that it
// counts. The last of the lanes with a digit stores the place of the next key with that digit, which all lanes with it
// load for the next key: lanes perform these atomics in the order of the program.
void rankInSubgroups(Digit digit, Key items[kItems], out uint places[kItems])
{
    const uint own = gl_SubgroupID * kDigits;
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        const uint value = valueOf(items[i], digit);
        const uvec2 peers = peersOf(value);
        places[i] = atomicLoad(sharedWords[own + value], gl_ScopeWorkgroup, gl_StorageSemanticsNone,
                               gl_SemanticsRelaxed) +
                    countLanes(peers & gl_SubgroupLtMask.xy);
        if ((peers & gl_SubgroupGtMask.xy) == uvec2(0))
            atomicStore(sharedWords[own + value], places[i] + 1, gl_ScopeWorkgroup, gl_StorageSemanticsNone,
                        gl_SemanticsRelaxed);
    }
}

// The ranks of keys where each digit has a lane, before keys are counted: finds how many keys with the same digit
// precede each key in the subgroup, and leaves the counts in shared memory, which it does not use otherwise.
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
        sharedWords[gl_SubgroupID * kDigits + gl_SubgroupInvocationID] = count;
}

// Finds the places of keys in the sorted tile and, for each digit of this invocation, the place of the first key with
// it.
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
                const uint at = subgroup * kDigits + firstDigit() + k;
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
