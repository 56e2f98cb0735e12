// A tile is what one workgroup scans at a time, kRows vectors an invocation: its positions, its memory in vectors of 16
// bytes, and a count for later commands. If the array does not begin or end with a vector, missing elements read as the
// identity and are not written.
#ifndef VKSCAN_TILE_MEMORY
#define VKSCAN_TILE_MEMORY
#include "tile/vectors.glsl"

// Positions are counted in scan order, over whole vectors of the output. A backward scan mirrors the vectors, and the
// elements in each.
const uint kTileVectors = kWorkgroupSize * kRows;
const uint kTileElements = kTileVectors * kVector;

uint64_t elementCount; // elements of the array
uint64_t vectorCount;  // vectors of the array; the first and the last may be partial

// The positions of a tile that hold elements: from begin to before end.
struct Bounds {
    uint begin;
    uint end;
};

Bounds boundsOf(uint tile);

// openArray and loadedBounds: arrays of requests load some elements, others all.
#if defined(TILE_REQUESTS)
#include "tile/request_array.glsl"
#else
#include "tile/array.glsl"
#endif

Bounds boundsOf(uint tile)
{
    const uint begin = kBackward ? uint(vectorCount * kVector - elementCount) - push.head : push.head;
    const uint64_t left = begin + elementCount - uint64_t(tile) * kTileElements;
    return Bounds(tile == 0 ? begin : 0, uint(min(left, uint64_t(kTileElements))));
}

// The layout of elements: a tile is cut into parts with consecutive rows. A part belongs to a subgroup, unless a form
// defines parts before it includes this file.
#if !defined(PART)
#define PART gl_SubgroupID
#define PART_WIDTH gl_SubgroupSize
#define PART_LANE gl_SubgroupInvocationID
#endif

// The place in its tile of this invocation's vector in a row: neighbouring lanes have neighbouring vectors.
uint vectorInTile(uint row)
{
    return (PART * kRows + row) * PART_WIDTH + PART_LANE;
}

uint elementInVector(uint i) { return kBackward ? kVector - 1 - i : i; }

// Whether all positions of the part hold elements.
bool holdsPart(Bounds bounds)
{
    const uint part = kRows * PART_WIDTH * kVector;
    const uint first = PART * part;
    return first >= bounds.begin && first + part <= bounds.end;
}

// Whether all positions of the part hold elements, and the array can be accessed in vectors.
bool vectorAccess(uint64_t array, Bounds bounds) { return (array & 15ul) == 0ul && holdsPart(bounds); }
#if !defined(ELEMENTS_ALONE)
// Elements in memory: the words of elements, or fewer bytes; specialisation constants state this for the input and for
// the output. Forms that take no such elements have smaller modules without it.
#if defined(ELEMENT_CUSTOM) || defined(TILE_BLOCKS) || defined(TILE_FIXED_ORDER) || defined(TILE_SELECT) || \
    defined(TILE_REQUESTS) || defined(TILE_RUNS) || defined(TILE_RUN_VALUES)
#include "tile/word_elements.glsl"
#else
#include "tile/small_elements.glsl"
#endif

void storeElement(uint64_t array, uint64_t index, Element element) { STORE_ELEMENT(array, index, element); }

// The address of this invocation's vector in a row. All rows share the 64-bit arithmetic. They lie at constant,
// positive distances from one base, which loads and stores take as immediate offsets: in backward scans, the base is
// the last row, which comes first in memory.
uint64_t rowAddress(uint64_t array, uint tile, uint row VECTOR_BYTES_PARAMETER)
{
    const uint64_t first = uint64_t(tile) * kTileVectors + vectorInTile(0);
    const uint rowBytes = PART_WIDTH * VECTOR_BYTES;
    if (kBackward)
        return array + (vectorCount - 1 - first - (kRows - 1) * PART_WIDTH) * VECTOR_BYTES + (kRows - 1 - row) * rowBytes;
    return array + first * VECTOR_BYTES + row * rowBytes;
}

void loadRow(uint64_t array, uint tile, uint row, Bounds bounds, bool asVector, out Element values[kVector])
{
    const uint vector = vectorInTile(row);
    const uint64_t address = LOADED_ROW(array, tile, row);
#if defined(EXPANDS) && defined(LOAD)
    const uint64_t first = uint64_t(tile) * kTileElements + vector * kVector - push.head;
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        values[i] = identity();
        if (vector * kVector + i - bounds.begin < bounds.end - bounds.begin)
            values[i] = load(first + i);
    }
#else
    if (asVector) {
        const uvec4 words = LOAD_VECTOR(address);
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            values[i] = asOperand(fromWords(wordsOf(words, elementInVector(i))));
    } else {
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            values[i] = identity();
            if (vector * kVector + i - bounds.begin < bounds.end - bounds.begin)
                values[i] = asOperand(fromWords(LOAD_ELEMENT(address + elementInVector(i) * LOADED_BYTES)));
        }
    }
#endif
}

void loadRows(uint64_t array, uint tile, out Element rows[kRows][kVector])
{
    const Bounds bounds = loadedBounds(tile);
    if (loadsVectors(array, bounds)) {
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            loadRow(array, tile, row, bounds, true, rows[row]);
    } else {
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            loadRow(array, tile, row, bounds, false, rows[row]);
    }
}

// Stores the elements of a row that have a bit in `wanted` and exist in the array.
void storeRowPart(uint tile, uint row, Bounds bounds, uint wanted, Element values[kVector])
{
    const uint first = vectorInTile(row) * kVector;
    const uint64_t address = STORED_ROW(tile, row);
    if (STORES_WORDS) {
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            if ((wanted & 1u << i) != 0 && first + i - bounds.begin < bounds.end - bounds.begin)
                ElementAt(address + elementInVector(i) * kElementBytes).words = toWords(values[i]);
    } else {
        uvec4 words;
        uint mask = 0;
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            setWords(words, elementInVector(i), toWords(values[i]));
            if ((wanted & 1u << i) != 0 && first + i - bounds.begin < bounds.end - bounds.begin)
                mask |= 1u << elementInVector(i);
        }
        if (mask != 0)
            STORE_ELEMENTS(address, words, mask);
    }
}

void storeRow(uint tile, uint row, Bounds bounds, bool asVector, Element values[kVector])
{
    const uint vector = vectorInTile(row);
    const uint64_t address = STORED_ROW(tile, row);
    uvec4 words;
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        setWords(words, elementInVector(i), toWords(values[i]));
    if (asVector) {
        STORE_VECTOR(address, words);
    } else if (STORES_WORDS) {
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            if (vector * kVector + i - bounds.begin < bounds.end - bounds.begin)
                ElementAt(address + elementInVector(i) * kElementBytes).words = wordsOf(words, elementInVector(i));
    } else {
        storeRowPart(tile, row, bounds, ~0u, values);
    }
}

void storeRows(uint tile, Element rows[kRows][kVector])
{
    const Bounds bounds = boundsOf(tile);
    const bool asVector = storesVectors(bounds);
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        storeRow(tile, row, bounds, asVector, rows[row]);
}

#if !defined(TILE_SELECT) && !defined(TILE_RUNS) && !defined(TILE_RUN_VALUES)
// The initial value of the scan.
Element initialValue()
{
#if defined(ELEMENT_CUSTOM)
    return identity();
#else
    if (push.hasInitial == 0)
        return identity();
    const uvec2 words = unpackUint2x32(push.initialBits);
    return asOperand(fromWords(WORDS_OF_PAIR(words)));
#endif
}
#endif
#endif
#endif
