// Ranks: each key's place in its tile, sorted by a digit. Keys are in registers; those of radix sorts, unless those of splits
// are included first.
//
// Keys are ranked as in Adinets & Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs", 2022: each
// subgroup counts its keys by digit in shared memory, in order; lanes with equal digits find each other by a ballot for
// each bit.
#ifndef VKSCAN_TILE_RADIX_RANK
#define VKSCAN_TILE_RADIX_RANK
#if !defined(VKSCAN_TILE_SPLIT_KEYS)
#include "tile/radix_keys.glsl"
#endif
#include "core/subgroup_order.glsl"

const uint kSubgroups = kWorkgroupSize / kSubgroupSize;
const uint kDigitsEach = (kDigits + kWorkgroupSize - 1) / kWorkgroupSize; // that an invocation counts and carries
const uint kCountWords = kSubgroups * kDigits;
// Counts by subgroup and digit; then what is exchanged.
shared uint sharedWords[kCountWords > kTileWords ? kCountWords : kTileWords];
shared uint sharedDigits[kDigits];

// In the order of the lanes.
uint invocationIndex() { return gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID; }

// The sum of what all invocations before this one have.
uint exclusiveSum(uint value)
{
    const uint inclusive = subgroupScanInclusive(value);
    uint before;
    workgroupScan(subgroupLast(inclusive), before);
    return before + inclusive - value;
}

// The digits that this invocation counts and carries: those from firstDigit() on, as far as there are so many.
uint firstDigit() { return invocationIndex() * kDigitsEach; }
bool hasDigits() { return firstDigit() < kDigits; }

// The lanes with the same digit.
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

// Counts each subgroup's keys, by subgroup and digit. Until keys are exchanged, shared words are in use.
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

// Counts the tile's keys: of each of this invocation's digits, how many keys have it.
void countKeys(Digit digit, Key items[kItems], out uint counts[kDigitsEach])
{
    countInSubgroups(digit, items);
    [[unroll]] for (uint k = 0; k < kDigitsEach; ++k) {
        counts[k] = 0;
        for (uint subgroup = 0; subgroup < kSubgroups; ++subgroup)
            counts[k] += sharedWords[subgroup * kDigits + min(firstDigit() + k, kDigits - 1)];
    }
}

// Finds the keys' places in the sorted tile, where counts have been replaced by those of the first keys that they count. The
// last of the lanes with a digit stores where the next key of that goes, which all of its lanes load for the next keys: lanes
// carry these atomics out in the order of the program.
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

// The same where each digit has a lane, before keys are counted: finds how many keys of its digit precede each key in the
// subgroup, and leaves the counts in shared memory, which no other part of this takes.
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

// Finds the keys' places in the sorted tile and, of each of this invocation's digits, where the first of its keys goes.
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

// Item i of this invocation, when a tile is sorted.
uint outPlace(uint item) { return item * kWorkgroupSize + invocationIndex(); }
#endif
