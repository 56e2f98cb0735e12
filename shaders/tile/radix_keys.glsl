// The keys of a radix sort, and the digits that passes sort by. A key is one word or two, whatever its type: what is
// pushed says how its bits are ordered, so that all types of one size share a pipeline.
#ifndef VKSCAN_TILE_RADIX_KEYS
#define VKSCAN_TILE_RADIX_KEYS
#include "abi/radix_sort_abi.h"
#define PUSH_CONSTANTS RadixSortPush
#if defined(ELEMENT_B64)
#undef ELEMENT_B64
#define ELEMENT_B32 // what is scanned: counts
#define KEY_WORDS 2
#define Key uvec2
#else
#define KEY_WORDS 1
#define Key uint
#endif
#include "core/workgroup.glsl"

layout(constant_id = kIdFloatKeys) const bool kFloatKeys = false;

const uint kSignBit = 0x80000000;
const uint kItems = kRows * 4 / KEY_WORDS; // keys of an invocation
const uint kTileKeys = kWorkgroupSize * kItems;
const uint kTileWords = kTileKeys * KEY_WORDS;
const uint kKeyBytes = 4 * KEY_WORDS;

layout(buffer_reference, std430, buffer_reference_align = 4) buffer UintAt { uint word; };
layout(buffer_reference, std430, buffer_reference_align = 8) buffer PairAt { uvec2 words; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer QuadAt { uvec4 words; };
#if KEY_WORDS == 2
layout(buffer_reference, std430, buffer_reference_align = 8) buffer KeyAt { Key key; };
#else
layout(buffer_reference, std430, buffer_reference_align = 4) buffer KeyAt { Key key; };
#endif

uint keyCount; // of the whole array

// Reads the count. Returns the number of tiles.
uint openKeys()
{
    keyCount = uint(push.maxCount);
    if (isPresent(push.countAddress))
        keyCount = min(keyCount, UintAt(readable(push.countAddress)).word);
    return keyCount / kTileKeys + (keyCount % kTileKeys > 0 ? 1 : 0);
}

// Keys in a tile.
uint keysOf(uint tile) { return min(keyCount - tile * kTileKeys, kTileKeys); }

// Where in a tile this invocation's key is: lanes lie side by side, and a subgroup's keys are consecutive.
uint keyInTile(uint item) { return (gl_SubgroupID * kItems + item) * gl_SubgroupSize + gl_SubgroupInvocationID; }

// What a pass sorts by.
struct Digit {
    uint shift;
    uint mask;
    uint flip;
};

// The bits of a key from `shift` on.
uint bitsOf(uint low, uint high, uint shift)
{
#if KEY_WORDS == 2
    const uint first = shift < 32 ? low : high;
    const uint second = shift < 32 ? high : 0;
    return shift % 32 == 0 ? first : first >> shift % 32 | second << 32 - shift % 32;
#else
    return high >> shift;
#endif
}

// The last may have fewer bits. A sort by no bits at all has one of none.
Digit digitOfPass(uint pass)
{
    const uint shift = push.firstBit + pass * kDigitBits;
    const uint mask = (1u << min(push.endBit - shift, kDigitBits)) - 1;
    return Digit(shift % (32 * KEY_WORDS), mask, bitsOf(push.flip[0], push.flip[1], shift % (32 * KEY_WORDS)) & mask);
}

uint valueOf(Key key, Digit digit)
{
#if KEY_WORDS == 2
    const uint sign = kFloatKeys && key.y >= kSignBit ? ~0u : 0;
    const uint bits = bitsOf(key.x ^ sign, key.y ^ sign & ~kSignBit, digit.shift);
#else
    const uint sign = kFloatKeys && key >= kSignBit ? ~kSignBit : 0;
    const uint bits = bitsOf(0, key ^ sign, digit.shift);
#endif
    return bits & digit.mask ^ digit.flip;
}

Key missingKey()
{
#if KEY_WORDS == 2
    return Key(push.missing[0], push.missing[1]);
#else
    return push.missing[1];
#endif
}

// Loads a tile. Keys that are missing have the last digit in all passes, and are behind all others.
void loadKeys(uint tile, uint keys, out Key items[kItems])
{
    const uint64_t address = push.inputAddress + uint64_t(tile) * (kTileKeys * kKeyBytes) + keyInTile(0) * kKeyBytes;
    const uint stride = kSubgroupSize * kKeyBytes;
    if (keys == kTileKeys) {
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            items[i] = KeyAt(address + i * stride).key;
    } else {
        [[unroll]] for (uint i = 0; i < kItems; ++i) {
            items[i] = missingKey();
            if (keyInTile(i) < keys)
                items[i] = KeyAt(address + i * stride).key;
        }
    }
}
#endif
