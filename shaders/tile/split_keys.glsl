// The keys of a split. The digit of a key is its bucket.
#ifndef VKSCAN_TILE_SPLIT_KEYS
#define VKSCAN_TILE_SPLIT_KEYS
#include "abi/split_abi.h"
#define PUSH_CONSTANTS SplitPush
#define Key uint
#include "core/workgroup.glsl"

layout(constant_id = kIdSplitBits) const uint kDigitBits = 4;

const uint kDigits = 1 << kDigitBits;
const uint kItems = kRows * 4; // keys of an invocation
const uint kTileKeys = kWorkgroupSize * kItems;
const uint kExchangedWords = kTileKeys;

layout(buffer_reference, std430, buffer_reference_align = 4) buffer UintAt { uint word; };
layout(buffer_reference, std430, buffer_reference_align = 8) buffer PairAt { uvec2 words; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer QuadAt { uvec4 words; };

uint keyCount; // keys of the array

// Reads the count. Returns the number of tiles.
uint openKeys()
{
    keyCount = uint(push.maxCount);
    if (isPresent(push.countAddress))
        keyCount = min(keyCount, UintAt(readable(push.countAddress)).word);
    return keyCount / kTileKeys + (keyCount % kTileKeys > 0 ? 1 : 0);
}

// The place in its tile of this invocation's key: neighbouring lanes have neighbouring keys, and a subgroup's keys are
// consecutive.
uint keyInTile(uint item) { return (gl_SubgroupID * kItems + item) * gl_SubgroupSize + gl_SubgroupInvocationID; }

struct Digit {
    uint shift;
};

uint valueOf(Key key, Digit digit) { return key >> digit.shift & kDigits - 1; }

// Loads a tile. Missing keys have the last digit, and follow all others.
void loadKeys(uint tile, out Key items[kItems])
{
    const uint64_t address = push.keysAddress + (uint64_t(tile) * kTileKeys + keyInTile(0)) * 4;
    const uint keys = min(keyCount - tile * kTileKeys, kTileKeys);
    const uint stride = kSubgroupSize * 4;
    if (keys == kTileKeys) {
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            items[i] = UintAt(address + i * stride).word;
    } else {
        [[unroll]] for (uint i = 0; i < kItems; ++i) {
            items[i] = ~0;
            if (keyInTile(i) < keys)
                items[i] = UintAt(address + i * stride).word;
        }
    }
}

// The consecutive tiles of a workgroup.
struct Span {
    uint firstTile;
    uint endTile;
};

Span spanOf(uint index, uint tiles)
{
    const uint most = divideRoundingUp(tiles, push.gridWidth);
    const uint first = min(tiles, index * most);
    return Span(first, min(tiles, first + most));
}

// Counts of keys by digit, from openCounts to closeCounts. All lanes add to the same words: NVIDIA's GPUs combine
// atomics of several lanes that add one.
shared uint sharedCounts[kDigits];

void openCounts()
{
    if (gl_LocalInvocationIndex < kDigits)
        sharedCounts[gl_LocalInvocationIndex] = 0;
    barrier();
}

void countTile(uint tile, Digit digit)
{
    Key items[kItems];
    loadKeys(tile, items);
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        atomicAdd(sharedCounts[valueOf(items[i], digit)], 1, gl_ScopeWorkgroup, gl_StorageSemanticsNone,
                  gl_SemanticsRelaxed);
}

void closeCounts() { barrier(); }

// Counts the tiles of a span from the last to the first: the kernel that moves the keys goes the other way, and caches
// may hold the latest reads.
void countSpan(Span span, Digit digit)
{
    openCounts();
    const uint tiles = span.endTile - span.firstTile;
    for (uint behind = 1; behind <= tiles; ++behind)
        countTile(span.endTile - behind, digit);
    closeCounts();
}

// The word of a digit in a slot. In the next slot, it is kSlotBytes further.
const uint kSlotBytes = kDigits * kScratchWordBytes;
uint64_t wordAddress(uint slot, uint digit)
{
    return push.scratchAddress + kScratchHeaderBytes + uint64_t(slot) * kSlotBytes + digit * kScratchWordBytes;
}
#endif
