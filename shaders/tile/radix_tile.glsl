// A tile of a radix sort: its keys in registers, each key's place in the sorted tile, and the exchange that brings them
// there, so that memory is written in runs of equal digits.
//
// Keys are ranked as in Adinets & Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs", 2022: each
// subgroup counts its keys by digit in shared memory, in order; lanes with equal digits find each other by a ballot for
// each bit.
#ifndef VKSCAN_TILE_RADIX_TILE
#define VKSCAN_TILE_RADIX_TILE
#include "tile/radix_keys.glsl"
#include "core/subgroup_order.glsl"

layout(constant_id = kIdValueWords) const uint kValueWords = 0;

const uint kCountWords = kSubgroups * kDigits;
// Counts by subgroup and digit; then what is exchanged.
shared uint sharedWords[kCountWords > kTileKeys ? kCountWords : kTileKeys];
shared uint sharedDigits[kDigits];

// The digits that this invocation counts and carries: those from firstDigit() on, as far as there are so many.
uint firstDigit() { return invocationIndex() * kDigitsEach; }
bool hasDigits() { return firstDigit() < kDigits; }

// Keys that are missing have the last digit. They are behind all others, and stay there.
void loadKeys(uint tile, uint keys, out Key items[kItems])
{
    const uint64_t address = push.inputAddress + uint64_t(tile) * kTileKeys * kKeyBytes;
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        items[i] = Key(0);
        if (keyInTile(i) < keys)
            items[i] = KeyAt(address + keyInTile(i) * kKeyBytes).key;
    }
}

uint digitInTile(Key key, uint item, uint keys, Digit digit)
{
    return keyInTile(item) < keys ? valueOf(key, digit) : digit.mask;
}

// The lanes with the same digit.
uvec4 peersOf(uint digit)
{
    uvec4 peers = subgroupBallot(true);
    [[unroll]] for (uint bit = 0; bit < kDigitBits; ++bit) {
        const uvec4 votes = subgroupBallot((digit >> bit & 1) != 0);
        peers &= votes ^ uvec4((digit >> bit & 1) - 1);
    }
    return peers;
}

uint countLanes(uvec4 lanes)
{
    return bitCount(lanes.x) + (kSubgroupSize > 32 ? bitCount(lanes.y) : 0);
}

// Finds the keys' places in the sorted tile and, of each of this invocation's digits, how many keys have it and where the
// first of these goes. Until a barrier later, shared words are in use.
void rankKeys(uint keys, Digit digit, Key items[kItems], out uint places[kItems], out uint counts[kDigitsEach],
              out uint starts[kDigitsEach])
{
    const uint own = gl_SubgroupID * kDigits;
    [[unroll]] for (uint i = 0; i < kDigits; i += kSubgroupSize)
        sharedWords[own + i + gl_SubgroupInvocationID] = 0;
    orderSubgroup();
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        const uint at = own + digitInTile(items[i], i, keys, digit);
        const uvec4 peers = peersOf(at - own);
        const uint earlier = countLanes(peers & gl_SubgroupLtMask);
        const uint before = sharedWords[at];
        orderSubgroup();
        if (earlier == 0)
            sharedWords[at] = before + countLanes(peers);
        orderSubgroup();
        places[i] = before + earlier;
    }
    barrier();

    uint sum = 0;
    [[unroll]] for (uint k = 0; k < kDigitsEach; ++k) {
        counts[k] = 0;
        if (hasDigits()) {
            for (uint subgroup = 0; subgroup < kSubgroups; ++subgroup) {
                const uint at = subgroup * kDigits + firstDigit() + k;
                const uint count = sharedWords[at];
                sharedWords[at] = counts[k];
                counts[k] += count;
            }
        }
        sum += counts[k];
    }
    const uint inclusive = subgroupScanInclusive(sum);
    uint before;
    workgroupScan(subgroupLast(inclusive), before);
    before += inclusive - sum;
    [[unroll]] for (uint k = 0; k < kDigitsEach; ++k) {
        starts[k] = before;
        before += counts[k];
        if (hasDigits())
            sharedDigits[firstDigit() + k] = starts[k];
    }
    barrier();
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        const uint value = digitInTile(items[i], i, keys, digit);
        places[i] += sharedDigits[value] + sharedWords[own + value];
    }
}

// Brings a word of each key to its place. Item i of this invocation is then at outPlace(i), or at keyInTile(i) again.
uint outPlace(uint item) { return item * kWorkgroupSize + invocationIndex(); }

void exchange(uint places[kItems], bool inOrder, inout uint words[kItems])
{
    barrier();
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        sharedWords[places[i]] = words[i];
    barrier();
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        words[i] = sharedWords[inOrder ? keyInTile(i) : outPlace(i)];
}

void exchangeKeys(uint places[kItems], bool inOrder, inout Key items[kItems])
{
    uint words[kItems];
#if KEY_WORDS == 2
    [[unroll]] for (uint word = 0; word < 2; ++word) {
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            words[i] = items[i][word];
        exchange(places, inOrder, words);
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            items[i][word] = words[i];
    }
#else
    exchange(places, inOrder, items);
#endif
}

// A value, of which the first kValueWords words count.
uvec4 loadValue(uint64_t address)
{
    uvec4 value = uvec4(0);
    if (kValueWords == 1)
        value.x = UintAt(address).word;
    else if (kValueWords == 2)
        value.xy = PairAt(address).words;
    else
        value = QuadAt(address).words;
    return value;
}

void storeValue(uint64_t address, uvec4 value)
{
    if (kValueWords == 1)
        UintAt(address).word = value.x;
    else if (kValueWords == 2)
        PairAt(address).words = value.xy;
    else
        QuadAt(address).words = value;
}

// Loads the values that go with the tile's keys.
void loadValues(uint tile, uint keys, out uvec4 values[kItems])
{
    const uint64_t address = push.valuesAddress + uint64_t(tile) * kTileKeys * (kValueWords * 4);
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        values[i] = uvec4(tile * kTileKeys + keyInTile(i), 0, 0, 0);
        if ((push.flags & kSortMakesIndices) == 0 && keyInTile(i) < keys)
            values[i] = loadValue(address + keyInTile(i) * (kValueWords * 4));
    }
}

// Writes the tile, sorted by `digit`. sharedDigits holds for each digit where its keys go in memory, less where they are
// in the tile. Places beyond the array, which a run has that gave up, are not written.
void storeTile(uint keys, Digit digit, uint places[kItems], Key items[kItems], uvec4 values[kItems])
{
    exchangeKeys(places, false, items);
    uint targets[kItems];
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        targets[i] = kNoIndex;
        if (outPlace(i) < keys)
            targets[i] = sharedDigits[valueOf(items[i], digit)] + outPlace(i);
        if (targets[i] < keyCount && (push.flags & kSortWritesKeys) != 0)
            KeyAt(push.outputAddress + uint64_t(targets[i]) * kKeyBytes).key = items[i];
    }
    [[unroll]] for (uint word = 0; word < kValueWords; ++word) {
        uint words[kItems];
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            words[i] = values[i][word];
        exchange(places, false, words);
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            values[i][word] = words[i];
    }
    if (kValueWords > 0)
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            if (targets[i] < keyCount)
                storeValue(push.movedAddress + uint64_t(targets[i]) * (kValueWords * 4), values[i]);
}
#endif
