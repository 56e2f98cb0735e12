// The keys of a radix sort, the digits that passes sort by, and where passes find and leave keys. A key is one word or
// two. Push constants say how its bits are ordered, so that all types of one size share a pipeline. In memory, two keys
// of 16 bits (KEYS_16) share a word, which is accessed as a whole: that needs no feature of the device.
#ifndef VKSCAN_TILE_RADIX_KEYS
#define VKSCAN_TILE_RADIX_KEYS
#if !defined(ELEMENT_CUSTOM) // else vkscan/kernel.glsl declares the push constants
#include "abi/radix_sort_abi.h"
#define PUSH_CONSTANTS RadixSortPush
#endif
#include "core/common.glsl" // also a user's kernel, which defines the size of its keys
#if defined(ELEMENT_B64)
#undef ELEMENT_B64
#define ELEMENT_B32 // counts are scanned
#define KEY_WORDS 2
#define Key uvec2
#else
#define KEY_WORDS 1
#define Key uint
#endif
#include "core/slots.glsl"
#include "core/workgroup.glsl"

layout(constant_id = kIdFloatKeys) const bool kFloatKeys = false;
layout(constant_id = kIdValueWords) const uint kValueWords = 0;

const uint kSignBit = 0x80000000;
const uint kItems = kRows * 4 / KEY_WORDS; // keys of an invocation
const uint kTileKeys = kWorkgroupSize * kItems;
const uint kTileWords = kTileKeys * KEY_WORDS;
#if defined(KEYS_16)
const uint kKeyBytes = 2;
#else
const uint kKeyBytes = 4 * KEY_WORDS;
#endif
const uint kMostPasses = kKeyBytes * 8 / kDigitBits;

layout(buffer_reference, std430, buffer_reference_align = 4) buffer UintAt { uint word; };
layout(buffer_reference, std430, buffer_reference_align = 8) buffer PairAt { uvec2 words; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer QuadAt { uvec4 words; };
#if KEY_WORDS == 2
layout(buffer_reference, std430, buffer_reference_align = 8) buffer KeyAt { Key key; };
#else
layout(buffer_reference, std430, buffer_reference_align = 4) buffer KeyAt { Key key; };
#endif

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

// The bits of keys that are sorted by: from the first to before the end.
uint firstBit() { return push.flags >> kSortFirstBitShift & 0xff; }
uint endBit() { return push.flags >> kSortEndBitShift; }

// The bits of keys that are inverted, so that keys are ordered as unsigned integers: low word, high word. Keys of 32
// bits have a high word only. Floats whose sign is set also have all other bits inverted (orderedBits).
uvec2 flippedBits()
{
    const uint all = (push.flags & kSortDescending) != 0 ? ~0u : 0;
    return uvec2(all, (push.flags & kSortSigned) != 0 ? all ^ kSignBit : all);
}

// The bits that a pass sorts by.
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

// The digit of a pass. The last digit may have fewer bits. A sort by no bits has one digit of none.
Digit digitOfPass(uint pass)
{
    const uint shift = firstBit() + pass * kDigitBits;
    const uint mask = (1u << min(endBit() - shift, kDigitBits)) - 1;
    const uvec2 flip = flippedBits();
    return Digit(shift % (32 * KEY_WORDS), mask, bitsOf(flip.x, flip.y, shift % (32 * KEY_WORDS)) & mask);
}

// The bits of a key as they are ordered, except that flippedBits are not inverted: low word, high word.
uvec2 orderedBits(Key key)
{
#if KEY_WORDS == 2
    const uint sign = kFloatKeys && key.y >= kSignBit ? ~0u : 0;
    return uvec2(key.x ^ sign, key.y ^ sign & ~kSignBit);
#else
    const uint sign = kFloatKeys && key >= kSignBit ? ~kSignBit : 0;
    return uvec2(0, key ^ sign);
#endif
}

uint valueOf(Key key, Digit digit)
{
    const uvec2 ordered = orderedBits(key);
    return bitsOf(ordered.x, ordered.y, digit.shift) & digit.mask ^ digit.flip;
}

// A key that no other follows, whatever bits are sorted by: all bits that it is ordered by are set.
Key missingKey()
{
    const uvec2 ordered = ~flippedBits();
#if KEY_WORDS == 2
    return orderedBits(ordered); // its own inverse
#else
    return orderedBits(ordered.y).y;
#endif
}


Key loadKey(uint64_t address)
{
#if defined(KEYS_16)
    const uint low = unpackUint2x32(address).x;
    return UintAt(address & ~uint64_t(3)).word >> (low & 2) * 8 & 0xffff;
#else
    return KeyAt(address).key;
#endif
}

#if defined(KEYS_16)
// Whether a key is in the high half of its word.
bool isHigh(uint64_t array, uint index) { return ((unpackUint2x32(array).x >> 1) + index) % 2 == 1; }

// Stores a key and, if `knowsOther`, the other key of its word, which then is not stored separately. Otherwise two
// atomics write half of the word and leave the other half alone.
void storeKey(uint64_t array, uint index, Key key, bool knowsOther, Key other)
{
    const uint64_t address = array + uint64_t(index) * kKeyBytes & ~uint64_t(3);
    const bool high = isHigh(array, index);
    if (knowsOther) {
        if (!high)
            UintAt(address).word = key | other << 16;
    } else {
        atomicAnd(UintAt(address).word, high ? 0x0000ffff : 0xffff0000, gl_ScopeDevice, gl_StorageSemanticsNone,
                  gl_SemanticsRelaxed);
        atomicOr(UintAt(address).word, high ? key << 16 : key, gl_ScopeDevice, gl_StorageSemanticsNone,
                 gl_SemanticsRelaxed);
    }
}
#else
void storeKey(uint64_t array, uint index, Key key) { KeyAt(array + uint64_t(index) * kKeyBytes).key = key; }
#endif

// Whether each segment is sorted on its own.
bool sortsSegments() { return (push.flags & kSortSegments) != 0; }

// The address of the counts of digits, which follow the passes that differ, or the spans of long segments.
uint64_t countsAddress()
{
    const uint64_t begin = push.scratchAddress + kScratchHeaderBytes;
    return sortsSegments() ? begin + kSortCountsBytes + uint64_t(push.slots) * kSortSpanBytes
                           : begin + divideRoundingUp(push.slots, kDigits) * kSortCountsBytes;
}

// A bit set of the passes whose digits have any of these bits of keys.
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
// runs. A pass finds the keys where the last pass that ran has left them. It leaves them in the output if an even
// number of passes follows, else in temporary memory.
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

// The address of keys, or values, before `passes` more passes.
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

#if defined(LOAD)
Key inputKey(uint index)
{
#if KEY_WORDS == 2
    return unpackUint2x32(load(uint64_t(index)));
#else
    return load(uint64_t(index));
#endif
}

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
#else
Key inputKey(uint index) { return loadKey(push.inputAddress + uint64_t(index) * kKeyBytes); }
#endif

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

#if defined(STORE)
// Hands a key and its value, or the first word of it, to the user's kernel. The last pass does so instead of writing
// them.
void storeOutput(uint place, Key key, uint value)
{
#if KEY_WORDS == 2
    store(uint64_t(place), packUint2x32(key), value);
#else
    store(uint64_t(place), key, value);
#endif
}
#endif

// Stores a key at its last place, and the value that the input has at `source`. Keys of 16 bits also take their other
// key, as storeKey does.
void storeWithValue(uint place, Key key, uint source, bool knowsOther, Key other)
{
    if (storesKeys())
#if defined(KEYS_16)
        storeKey(push.outputAddress, place, key, knowsOther, other);
#else
        storeKey(push.outputAddress, place, key);
#endif
    uvec4 value = uvec4(0);
    if (kValueWords > 0) {
        value.x = source;
        if (!makesIndices())
            value = loadValue(push.valuesAddress + uint64_t(source) * (kValueWords * 4));
    }
#if defined(STORE)
    storeOutput(place, key, value.x);
#else
    if (kValueWords > 0)
        storeValue(push.movedAddress + uint64_t(place) * (kValueWords * 4), value);
#endif
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

// Loads a tile that begins with the key `first`. Missing keys have the last digit in all passes, and are behind all
// others.
void loadKeys(uint first, uint keys, out Key items[kItems])
{
#if defined(LOAD)
    if (isFirstPass())
        loadInput(first, keys, items);
    else
#endif
        loadArray(inputKeys(), first, keys, items);
}
#endif
