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

const uint kItems = kRows * 4 / KEY_WORDS; // keys of an invocation
const uint kTileKeys = kWorkgroupSize * kItems;
const uint kKeyBytes = 4 * KEY_WORDS;
const uint kSubgroups = kWorkgroupSize / kSubgroupSize;
const uint kDigitsEach = (kDigits + kWorkgroupSize - 1) / kWorkgroupSize; // that an invocation counts and carries

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

// In the order of the lanes.
uint invocationIndex() { return gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID; }

// Where in a tile this invocation's key is: lanes lie side by side, and a subgroup's keys are consecutive.
uint keyInTile(uint item) { return (gl_SubgroupID * kItems + item) * gl_SubgroupSize + gl_SubgroupInvocationID; }

struct Digit {
    uint shift;
    uint mask;
};

// The last may have fewer bits. A sort by no bits at all has one of none.
Digit digitOfPass(uint pass)
{
    const uint shift = push.firstBit + pass * kDigitBits;
    return Digit(shift, (1u << min(push.endBit - shift, kDigitBits)) - 1);
}

const uint kSignBit = 0x80000000;

// The digit of a key.
uint valueOf(Key key, Digit digit)
{
#if KEY_WORDS == 2
    const bool isNegative = key.y >= kSignBit;
    const uint low = key.x ^ (isNegative ? push.negative[0] : 0) ^ push.flip[0];
    const uint high = key.y ^ (isNegative ? push.negative[1] : 0) ^ push.flip[1];
    const uint shift = digit.shift % 32;
    const uint first = digit.shift < 32 ? low : high;
    const uint second = digit.shift < 32 ? high : 0;
    return (shift == 0 ? first : first >> shift | second << 32 - shift) & digit.mask;
#else
    return (key ^ (key >= kSignBit ? push.negative[1] : 0) ^ push.flip[1]) >> digit.shift & digit.mask;
#endif
}
#endif
