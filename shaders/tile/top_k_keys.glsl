// The keys of a top-k selection, and their codes: unsigned integers whose order is that of the results. Types of one
// size share a pipeline. Keys with equal codes are ordered by their indices. A user's kernel may compute the keys of
// the input instead of reading them.
#ifndef VKSCAN_TILE_TOP_K_KEYS
#define VKSCAN_TILE_TOP_K_KEYS
#if defined(ELEMENT_CUSTOM) // vkscan/kernel.glsl declares the push constants
#include "core/common.glsl"
#if !defined(SORTS) || !defined(LOAD) || defined(STORE)
#error vkscan: top-k selections take kernels with SORTS and LOAD, and without STORE
#endif
#else
#include "abi/top_k_abi.h"
#define PUSH_CONSTANTS TopKPush
#endif
#include "core/workgroup.glsl"

layout(constant_id = kIdFloatCodes) const bool kFloatCodes = false;
layout(constant_id = kIdSmallKeys) const bool kSmallKeys = false;

const uint kVector = 4 / kWords; // keys of a vector of 16 bytes
const uint kKeyBytes = 4 * kWords;                      // of codes
const uint kInputBytes = kSmallKeys ? 2 : kKeyBytes; // of keys of the input and the output
const uint kItems = kRows * kVector; // keys of an invocation; at most 32
const uint kTileVectors = kWorkgroupSize * kRows;
const uint kTileKeys = kTileVectors * kVector;
const Element kSignBit = Element(1) << kKeyBytes * 8 - 1;
const Element kLastCode = ~Element(0);

#if !defined(VKSCAN_ENTRY_ACCESS) // how a kernel accesses entries, and all else
#define VKSCAN_ENTRY_ACCESS
#endif
layout(buffer_reference, std430, buffer_reference_align = 4) VKSCAN_ENTRY_ACCESS buffer UintAt { uint word; };
layout(buffer_reference, std430, buffer_reference_align = 16) VKSCAN_ENTRY_ACCESS buffer VectorAt { uvec4 words; };
layout(buffer_reference, std430, buffer_reference_align = 8) VKSCAN_ENTRY_ACCESS buffer PairAt { uvec2 words; };
#if ELEMENT_WORDS == 2
layout(buffer_reference, std430, buffer_reference_align = 8) VKSCAN_ENTRY_ACCESS buffer KeyAt { Words words; };
Words wordsOf(uvec4 vector, uint i) { return i == 0 ? vector.xy : vector.zw; }
#define PUSHED_FLIP push.flip
#else
layout(buffer_reference, std430, buffer_reference_align = 4) VKSCAN_ENTRY_ACCESS buffer KeyAt { Words words; };
Words wordsOf(uvec4 vector, uint i) { return vector[i]; }
#define PUSHED_FLIP unpackUint2x32(push.flip).x
#endif

struct Entry {
    Element code;
    uint index;
};

const Entry kNoBound = Entry(kLastCode, 0xffffffff);

bool isBefore(Entry a, Entry b) { return a.code < b.code || a.code == b.code && a.index < b.index; }

// Inverts the bits of negative floats, except their signs. It is its inverse.
Element orderFloats(Element key) { return kFloatCodes && key >= kSignBit ? key ^ kSignBit - 1 : key; }

// The bits that codes invert.
Element flippedCode();

Element codeOf(Element key) { return orderFloats(key) ^ flippedCode(); }
Element keyOf(Element code) { return orderFloats(code ^ flippedCode()); }

// The number of bits without leading zeros.
uint bitsOf(Element value)
{
#if ELEMENT_WORDS == 2
    const uvec2 words = toWords(value);
    return words.y != 0 ? findMSB(words.y) + 33 : findMSB(words.x) + 1;
#else
    return findMSB(value) + 1;
#endif
}

// The source of a workgroup's keys: the input, a row of it, or entries.
uint64_t sourceAddress; // aligned to a vector's bytes
uint sourceHead;        // keys that are missing in the first vector
uint sourceCount;       // keys
bool hasEntries = false;
uint64_t sourceIndices; // indices of entries; otherwise any words

uint inputCount()
{
    uint count = uint(push.maxCount);
    if (isPresent(push.countAddress))
        count = min(count, UintAt(readable(push.countAddress)).word);
    USE_STAMP(count)
    return count;
}

void openSource(uint64_t address, uint count, uint keyBytes)
{
    sourceHead = (unpackUint2x32(address).x & kVector * keyBytes - 1) / keyBytes;
    sourceAddress = address - sourceHead * keyBytes;
    sourceCount = count;
    hasEntries = false;
    sourceIndices = address & ~3ul; // readable words, in place of indices of entries
}

uint64_t indicesOf(uint64_t entries, uint capacity)
{
    return entries + (uint64_t(capacity) * kKeyBytes + 15) / 16 * 16;
}

void openEntries(uint64_t entries, uint capacity, uint count)
{
    openSource(entries, min(count, capacity), kKeyBytes);
    hasEntries = true;
    sourceIndices = indicesOf(entries, capacity);
}

uint sourceVectors() { return divideRoundingUp(sourceHead + sourceCount, kVector); }
uint sourceTiles() { return divideRoundingUp(sourceVectors(), kTileVectors); }

// The vector of a sample in a cell of `width` vectors: random, so that no period of the data coincides.
uint sampledVector(uint cell, uint width) { return cell * width + (cell * 2654435769u >> 8) % width; }

// Whether a place, counted from the first vector on, has a key.
bool isKey(uint place) { return place - sourceHead < sourceCount; }

// The first place of this invocation's vector in a row of a tile.
uint placeOf(uint tile, uint row) { return ((tile * kRows + row) * kWorkgroupSize + gl_LocalInvocationIndex) * kVector; }

// The keys of the input: an array, or loads of a user's kernel. loadVector loads the codes of a vector, in which
// missing keys have the last code.
#if defined(SORTS)
#include "tile/top_k_loaded_keys.glsl"
#else
#include "tile/top_k_array_keys.glsl"
#endif

bool isWholeVector(uint place) { return isKey(place) && isKey(place + kVector - 1); }

// Whether all places of a tile have keys.
bool isWholeTile(uint tile) { return isKey(tile * kTileKeys) && isKey(tile * kTileKeys + kTileKeys - 1); }

void loadTile(uint tile, out Element codes[kRows][kVector])
{
    if (isWholeTile(tile)) {
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            loadVector(placeOf(tile, row), true, codes[row]);
    } else {
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            loadVector(placeOf(tile, row), false, codes[row]);
    }
}

uint indexAt(uint place)
{
    const uint i = place - sourceHead;
    return hasEntries ? UintAt(sourceIndices + READABLE(hasEntries, uint64_t(i)) * 4).word : i;
}

// The keys of a tile up to a bound, a bit for each. Indices of entries are not compared (withoutLater).
uint wantedOf(uint tile, Element codes[kRows][kVector], Entry bound)
{
    const bool isWhole = isWholeTile(tile);
    uint wanted = 0;
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint place = placeOf(tile, row);
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            const bool comes = codes[row][i] < bound.code ||
                               codes[row][i] == bound.code && (hasEntries || place + i - sourceHead <= bound.index);
            if (comes && (isWhole || isKey(place + i)))
                wanted |= 1u << row * kVector + i;
        }
    }
    return wanted;
}

Entry loadEntry(uint64_t entries, uint capacity, uint i)
{
    return Entry(fromWords(KeyAt(entries + uint64_t(i) * kKeyBytes).words),
                 UintAt(indicesOf(entries, capacity) + uint64_t(i) * 4).word);
}

void storeEntry(uint64_t entries, uint capacity, uint i, Entry entry)
{
    KeyAt(entries + uint64_t(i) * kKeyBytes).words = toWords(entry.code);
    UintAt(indicesOf(entries, capacity) + uint64_t(i) * 4).word = entry.index;
}

// The keys of a row that begins before `count` elements.
uint rowKeys(uint64_t row, uint64_t first, uint count)
{
    const uint keys = uint(min(uint64_t(push.rowLength), count - first));
    const bool hasLengths = isPresent(lengthsBegin);
    return min(keys, hasLengths ? UintAt(readable(lengthsBegin) + (hasLengths ? row : 0ul) * 4).word : keys);
}

void storeKey(uint64_t address, Words key)
{
#if ELEMENT_WORDS == 1
    if (kSmallKeys) {
        const uint shift = (unpackUint2x32(address).x & 2) * 8;
        atomicAnd(UintAt(address & ~3ul).word, 0xffff0000u >> shift, gl_ScopeDevice, gl_StorageSemanticsNone,
                  gl_SemanticsRelaxed); // others may write the other half
        atomicOr(UintAt(address & ~3ul).word, key >> 16 << shift, gl_ScopeDevice, gl_StorageSemanticsNone,
                 gl_SemanticsRelaxed);
        return;
    }
#endif
    KeyAt(address).words = key;
}

// Stores a result of a row that begins with the element `first` of the input. Entries may be anything if scratch was
// not zeroed.
void storeResult(uint64_t place, uint64_t first, Entry entry)
{
    if (push.outputAddress != 0ul)
        storeKey(push.outputAddress + place * kInputBytes, toWords(keyOf(entry.code)));
    if (push.indexAddress != 0ul)
        UintAt(push.indexAddress + place * 4).word = entry.index;
    if (push.sortedValuesAddress != 0ul) {
        const uint value = UintAt(push.valuesAddress + READABLE(push.sortedValuesAddress != 0ul,
                                                                min(first + entry.index, push.maxCount - 1ul)) * 4).word;
        UintAt(push.sortedValuesAddress + place * 4).word = value;
    }
}
#endif
