// Segments of few keys: subgroups sort them in registers, by a network and without barriers.
//
// Batcher, "Sorting Networks and Their Applications", 1968: the bitonic sorter, in which all comparisons of a merge but
// the first are between keys whose indices differ in one bit. Here, the first is between mirrored indices, so that the
// lesser key always goes to the lesser index, and missing keys come last.
#ifndef VKSCAN_TILE_SHORT_SEGMENTS
#define VKSCAN_TILE_SHORT_SEGMENTS
#include "tile/radix_segments.glsl"

// comparedBits are the sorted bits of a key, in their order. keep() keeps the lesser or the greater of two keys.
#if KEY_WORDS == 2
Key comparedBits(Key key)
{
    const uint64_t below = endBit() == 64 ? ~0ul : (1ul << endBit()) - 1;
    const uint64_t bits = packUint2x32(orderedBits(key) ^ flippedBits());
    return unpackUint2x32(bits & below & (firstBit() < 64 ? ~0ul << firstBit() : 0ul));
}

Key keyOfBits(Key bits) { return invertedBits(bits ^ flippedBits()); }

void keep(bool lesser, inout Key bits, inout uint place, Key otherBits, uint otherPlace, bool byPlace)
{
    const uint64_t kept = packUint2x32(bits);
    const uint64_t other = packUint2x32(otherBits);
    const bool precedes = other < kept || (byPlace && other == kept && otherPlace < place);
    if (precedes == lesser) {
        bits = otherBits;
        place = otherPlace;
    }
}
#else
Key comparedBits(Key key)
{
    const uint below = endBit() == 32 ? ~0u : (1u << endBit()) - 1;
    return (orderedBits(key).y ^ flippedBits().y) & below & (firstBit() < 32 ? ~0u << firstBit() : 0);
}

Key keyOfBits(Key bits) { return invertedBits(bits ^ flippedBits().y) & ~0u << kLowBits; }

void keep(bool lesser, inout Key bits, inout uint place, Key otherBits, uint otherPlace, bool byPlace)
{
    if (!byPlace) {
        bits = lesser ? min(bits, otherBits) : max(bits, otherBits);
        return;
    }
    const bool precedes = packUint2x32(uvec2(otherPlace, otherBits)) < packUint2x32(uvec2(place, bits));
    if (precedes == lesser) {
        bits = otherBits;
        place = otherPlace;
    }
}
#endif

bool sortsByAllBits() { return endBit() - firstBit() == kKeyBytes * 8 && !kEqualZeros && !kNansLast; }

struct Sorted {
    Key bits[kItems];
    uint places[kItems]; // place in the segment before it was sorted
};

// Compares the keys of all lanes with those of the lanes whose indices differ in `mask`, then in half of `stride`, and
// so on.
void mergeLanes(inout Sorted sorted, uint mask, uint stride, bool byPlace)
{
    [[dont_unroll]] for (; stride > 0; stride /= 2) {
        const bool lesser = (gl_SubgroupInvocationID & stride) == 0;
        [[unroll]] for (uint i = 0; i < kItems; ++i) {
            const Key bits = subgroupShuffleXor(sorted.bits[i], mask);
            const uint place = byPlace ? subgroupShuffleXor(sorted.places[i], mask) : 0;
            keep(lesser, sorted.bits[i], sorted.places[i], bits, place, byPlace);
        }
        mask = stride / 2;
    }
}

// Sorts groups of 2^level keys. A lane's keys are kSubgroupSize apart.
void sortGroups(inout Sorted sorted, uint level, bool byPlace)
{
    const uint kLevels = findMSB(kSubgroupSize);
    const uint levels = min(level, kLevels);
    [[dont_unroll]] for (uint i = 1; i <= levels; ++i)
        mergeLanes(sorted, (1u << i) - 1, 1u << i - 1, byPlace);
    [[unroll]] for (uint across = 2; across <= kItems; across *= 2) {
        if (across * kSubgroupSize <= 1u << level) {
            [[unroll]] for (uint i = 0; i < kItems; ++i) {
                const uint other = i ^ across - 1;
                if (i < other) {
                    const uint kAll = kSubgroupSize - 1;
                    const Key less = subgroupShuffleXor(sorted.bits[other], kAll);
                    const Key greater = subgroupShuffleXor(sorted.bits[i], kAll);
                    const uint lessPlace = byPlace ? subgroupShuffleXor(sorted.places[other], kAll) : 0;
                    const uint greaterPlace = byPlace ? subgroupShuffleXor(sorted.places[i], kAll) : 0;
                    keep(true, sorted.bits[i], sorted.places[i], less, lessPlace, byPlace);
                    keep(false, sorted.bits[other], sorted.places[other], greater, greaterPlace, byPlace);
                }
            }
            [[unroll]] for (uint parts = 4; parts <= across; parts *= 2) {
                [[unroll]] for (uint i = 0; i < kItems; ++i) {
                    const uint other = i ^ across / parts;
                    if (i < other) {
                        const Key bits = sorted.bits[i];
                        const uint place = sorted.places[i];
                        keep(true, sorted.bits[i], sorted.places[i], sorted.bits[other], sorted.places[other], byPlace);
                        keep(false, sorted.bits[other], sorted.places[other], bits, place, byPlace);
                    }
                }
            }
            mergeLanes(sorted, kSubgroupSize / 2, kSubgroupSize / 2, byPlace);
        }
    }
}

shared uvec2 sharedSegments[kWorkgroupSize]; // segments of one level, for each subgroup

// Sorts some of the segments in shared memory, from `first` on. They have up to 2^level keys, and end at `end`.
void sortBatch(uint first, uint end, uint level)
{
    Sorted sorted;
    uint indices[kItems];
    uint ends[kItems];
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        const uint slot = i * kSubgroupSize + gl_SubgroupInvocationID;
        const uint segment = first + (slot >> level);
        const uvec2 bounds = sharedSegments[gl_SubgroupID * kSubgroupSize + min(segment, kSubgroupSize - 1)];
        sorted.places[i] = slot & (1u << level) - 1;
        indices[i] = bounds.x + sorted.places[i];
        ends[i] = segment < end ? bounds.y : 0;
        sorted.bits[i] = Key(~0u);
        if (indices[i] < ends[i])
            sorted.bits[i] = comparedBits(inputKey(indices[i]));
    }
    // Keys that compare equal are the same unless they have other bits or values.
    if (kValueWords > 0 || !sortsByAllBits())
        sortGroups(sorted, level, true);
    else
        sortGroups(sorted, level, false);
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        const uint place = i * kSubgroupSize + gl_SubgroupInvocationID & (1u << level) - 1;
        const uint source = indices[i] - place + sorted.places[i];
        Key key = keyOfBits(sorted.bits[i]);
        if (!sortsByAllBits() && indices[i] < ends[i])
            key = inputKey(source); // including bits that are not compared
        bool knowsOther = false;
        Key other = key;
        if (kSharesWords) {
            const bool high = isHigh(push.outputAddress, indices[i]);
            const Key before = subgroupShuffleUp(key, 1);
            const Key behind = subgroupShuffleDown(key, 1);
            other = high ? before : behind;
            knowsOther = high ? place % kSubgroupSize > 0
                              : gl_SubgroupInvocationID < kSubgroupSize - 1 && indices[i] + 1 < ends[i];
        }
        if (indices[i] < ends[i])
            storeWithValue(indices[i], key, source, knowsOther, other);
    }
}
#endif
