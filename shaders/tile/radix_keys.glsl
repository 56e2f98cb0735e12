// The keys of a radix sort: tiles of keys, and the arrays that passes read and write.
#ifndef VKSCAN_TILE_RADIX_KEYS
#define VKSCAN_TILE_RADIX_KEYS
#if !defined(ELEMENT_CUSTOM) // otherwise vkscan/kernel.glsl declares the push constants
#include "abi/radix_sort_abi.h"
#define PUSH_CONSTANTS RadixSortPush
#endif
#include "core/common.glsl" // also a user's kernel, which defines the size of its keys
#include "tile/key_bits.glsl"
#include "core/slots.glsl"
#include "core/workgroup.glsl"

layout(constant_id = kIdValueWords) const uint kValueWords = 0;

layout(constant_id = kIdExchangedWords) const uint kMostExchangedWords = ~0;

const uint kItems = kRows * 4 / KEY_WORDS; // keys of an invocation
const uint kTileKeys = kWorkgroupSize * kItems;
const uint kPieces = kTileKeys * KEY_WORDS > kMostExchangedWords ? 2 : 1; // of a tile that is exchanged
const uint kPieceItems = kItems / kPieces;
const uint kPieceKeys = kTileKeys / kPieces;
const uint kExchangedWords = kPieceKeys * KEY_WORDS;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer UintAt { uint word; };
layout(buffer_reference, std430, buffer_reference_align = 8) buffer PairAt { uvec2 words; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer QuadAt { uvec4 words; };

#include "tile/key_memory.glsl"
const uint kMostPasses = kKeyBytes * 8 / kDigitBits;

uint keyCount; // keys of the array

// Reads the count. Returns the number of tiles.
uint openKeys()
{
    keyCount = uint(push.maxCount);
    if (isPresent(push.countAddress))
        keyCount = min(keyCount, UintAt(readable(push.countAddress)).word);
    USE_STAMP(keyCount)
    return keyCount / kTileKeys + (keyCount % kTileKeys > 0 ? 1 : 0);
}

// The number of keys in a tile.
uint keysOf(uint tile) { return min(keyCount - tile * kTileKeys, kTileKeys); }

// The place in its tile of this invocation's key: neighbouring lanes have neighbouring keys, and a subgroup's keys are
// consecutive.
uint keyInTile(uint item) { return (gl_SubgroupID * kItems + item) * gl_SubgroupSize + gl_SubgroupInvocationID; }

// Whether each segment is sorted separately.
bool sortsSegments() { return (push.flags & kSortSegments) != 0; }

// The address of the counts of digits, which follow the passes that differ, or the spans of long segments.
uint64_t countsAddress()
{
    const uint64_t begin = push.scratchAddress + kScratchHeaderBytes;
    return sortsSegments() ? begin + kSortCountsBytes + uint64_t(push.slots) * kSortSpanBytes
                           : begin + divideRoundingUp(push.slots, kDigits) * kSortCountsBytes;
}

// The bit set of passes whose digits contain any of these bits.
uint passesOf(uvec2 bits)
{
    uint passes = 0;
    [[unroll]] for (uint pass = 0; pass < kMostPasses; ++pass) {
        if (firstBit() + pass * kDigitBits < endBit()) {
            const Digit digit = digitOfPass(pass);
            if ((bitsOf(bits.x, bits.y, digit.shift) & digit.mask) != 0)
                passes |= 1 << pass;
        }
    }
    return passes;
}

// A pass is skipped if all keys have the same digit, unless all passes are to run. If all would be skipped, the first
// runs. A pass reads the keys where the previous running pass left them. It writes to the output if an even number of
// passes follows, otherwise to temporary memory.
shared uint sharedPasses;
uint runningPasses = 1; // bit set of passes

// Finds the passes that run, and returns whether the pushed one does. Call from uniform control flow, after all keys
// are counted.
bool openPass()
{
    const uint64_t slots = push.scratchAddress + kScratchHeaderBytes;
    if ((push.flags & kSortAllPasses) != 0) {
        runningPasses = passesOf(uvec2(~0u));
    } else if (push.slots == 1) {
        runningPasses = UintAt(slots).word;
    } else {
        if (gl_LocalInvocationIndex == 0)
            sharedPasses = 0;
        barrier();
        for (uint i = 0; i < push.slots; i += kWorkgroupSize) {
            const uint slot = min(i + gl_LocalInvocationIndex, push.slots - 1);
            atomicOr(sharedPasses, UintAt(slots + slot * kScratchWordBytes).word, gl_ScopeWorkgroup,
                     gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        }
        barrier();
        runningPasses = sharedPasses;
    }
    runningPasses = max(runningPasses, 1);
    return (runningPasses & 1 << push.pass) != 0;
}

bool isFirstPass() { return (runningPasses & (1 << push.pass) - 1) == 0; }
uint passesLeft() { return bitCount(runningPasses >> push.pass + 1); }
bool storesKeys() { return (push.flags & kSortWritesKeys) != 0 || passesLeft() > 0; }
bool makesIndices() { return (push.flags & kSortMakesIndices) != 0 && isFirstPass(); }

// The address of keys, or values, if `passes` more passes follow.
uint64_t keysBefore(uint passes)
{
    const uint64_t values = (push.maxCount * (kValueWords * 4) + 15) / 16 * 16;
    return passes % 2 == 0 ? push.outputAddress : push.temporaryAddress + values;
}
uint64_t valuesBefore(uint passes) { return passes % 2 == 0 ? push.movedAddress : push.temporaryAddress; }

uint64_t inputKeys() { return isFirstPass() ? push.inputAddress : keysBefore(passesLeft() + 1); }
uint64_t inputValues() { return isFirstPass() ? push.valuesAddress : valuesBefore(passesLeft() + 1); }
uint64_t outputKeys() { return keysBefore(passesLeft()); }
uint64_t outputValues() { return valuesBefore(passesLeft()); }

// Loads a value of kValueWords words.
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

// STORE_VALUE stores a value at its final place.
#if defined(STORE)
// Passes a key and its value, or the value's first word, to the user's kernel, in the last pass instead of writing
// them.
void storeOutput(uint place, Key key, uint value) { store(uint64_t(place), USER_KEY(key), value); }

#define STORE_VALUE(place, key, value) storeOutput(place, key, value.x);
#else
#define STORE_VALUE(place, key, value) \
    if (kValueWords > 0) \
        storeValue(push.movedAddress + uint64_t(place) * (kValueWords * 4), value);
#endif

// Stores a key at its final place, and the value that the input has at `source`. Small keys also take the other key of
// their word, like storeKey.
void storeWithValue(uint place, Key key, uint source, bool knowsOther, Key other)
{
    if (storesKeys())
        storeKey(push.outputAddress, place, key, knowsOther, other);
    uvec4 value = uvec4(0);
    if (kValueWords > 0) {
        value.x = source;
        if (!makesIndices())
            value = loadValue(push.valuesAddress + uint64_t(source) * (kValueWords * 4));
    }
    STORE_VALUE(place, key, value)
}

// Loads a tile of an array that begins with the key `first`.
void loadArray(uint64_t array, uint first, uint keys, out Key items[kItems])
{
    const uint64_t address = array + (uint64_t(first) + keyInTile(0)) * kKeyBytes;
    const uint stride = kSubgroupSize * kKeyBytes;
    if (keys == kTileKeys) {
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            items[i] = loadKey(address + i * stride);
    } else {
        const Key missing = missingKey();
        [[unroll]] for (uint i = 0; i < kItems; ++i) {
            items[i] = missing;
            if (keyInTile(i) < keys)
                items[i] = loadKey(address + i * stride);
        }
    }
}

// inputKey loads a key of the input. loadKeys loads a tile that begins with the key `first`: missing keys have the last
// digit in all passes, and follow all others.
#if defined(LOAD)
Key inputKey(uint index) { return KEY_OF_USER(load(uint64_t(index))); }

// Loads a tile of the input by the user's kernel.
void loadInput(uint first, uint keys, out Key items[kItems])
{
    if (keys == kTileKeys) {
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            items[i] = inputKey(first + keyInTile(i));
    } else {
        const Key missing = missingKey();
        [[unroll]] for (uint i = 0; i < kItems; ++i) {
            items[i] = missing;
            if (keyInTile(i) < keys)
                items[i] = inputKey(first + keyInTile(i));
        }
    }
}

void loadKeys(uint first, uint keys, out Key items[kItems])
{
    if (isFirstPass())
        loadInput(first, keys, items);
    else
        loadArray(inputKeys(), first, keys, items);
}
#else
Key inputKey(uint index) { return loadKey(push.inputAddress + uint64_t(index) * kKeyBytes); }

void loadKeys(uint first, uint keys, out Key items[kItems]) { loadArray(inputKeys(), first, keys, items); }
#endif
#endif
