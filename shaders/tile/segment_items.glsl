// The elements of a part: the rows that a subgroup's invocations hold. They are loaded in rows, consecutive in memory,
// and exchanged through shared memory, so that each lane has consecutive elements, its items.
#ifndef VKSCAN_TILE_SEGMENT_ITEMS
#define VKSCAN_TILE_SEGMENT_ITEMS
#if defined(TILE_CUSTOM)
#include "tile/custom_checks.glsl"
#else
#include "tile/memory.glsl"
#endif

const uint kItems = kRows * kVector; // consecutive elements of a lane, a bit each in a word
const uint kItemsMask = ~0u >> (32 - kItems);

// Vectors from lane to lane: an odd number avoids bank conflicts of rows and items, unless vectors are large states.
const uint kItemsStride = kRows | 1;
shared Vector sharedItems[kWorkgroupSize * kItemsStride];

uint ownIndex() { return gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID; }
uint partVectors() { return gl_SubgroupSize * kRows; }
uint partElements() { return gl_SubgroupSize * kItems; }

#if defined(TILE_CUSTOM)
void setItem(uint at, uint i, Element value) { sharedItems[at] = toWords(value); }
#elif ELEMENT_WORDS == 2
void setItem(uint at, uint i, Element value)
{
    if (i == 0)
        sharedItems[at].xy = toWords(value);
    else
        sharedItems[at].zw = toWords(value);
}
#else
void setItem(uint at, uint i, Element value) { sharedItems[at][i] = toWords(value); }
#endif

// The vector of the first item of a lane of this subgroup.
uint firstItem(uint lane) { return (gl_SubgroupID * gl_SubgroupSize + lane) * kItemsStride; }

Element itemAt(uint place)
{
    const uint item = place % kItems;
    return asOperand(fromWords(wordsOf(sharedItems[firstItem(place / kItems) + item / kVector], item % kVector)));
}

// The places of a part that hold elements.
Bounds boundsOfPart(uint64_t vector)
{
    const uint64_t position = vector * kVector;
    const uint64_t end = push.head + elementCount;
    return Bounds(position == 0ul ? push.head : 0, end > position ? uint(min(end - position, uint64_t(partElements()))) : 0);
}

// The place in the part of this invocation's vector in a row.
uint vectorInPart(uint row) { return row * gl_SubgroupSize + gl_SubgroupInvocationID; }

#if defined(TILE_CUSTOM)
void loadPart(uint64_t vector, inout Vector rows[kRows])
{
    const uint count = boundsOfPart(vector).end;
    const uint64_t first = vector + gl_SubgroupInvocationID;
    if (count == partElements()) {
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            rows[row] = toWords(load(first + row * gl_SubgroupSize));
    } else {
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            Element value = identity();
            if (vectorInPart(row) < count)
                value = load(first + row * gl_SubgroupSize);
            rows[row] = toWords(value);
        }
    }
    CHECK_ROWS(vectorInPart(row) < count, first + row * gl_SubgroupSize)
}
#else
void loadPart(uint64_t vector, inout Vector rows[kRows])
{
    const Bounds bounds = boundsOfPart(vector);
    const uint64_t address = push.inputAddress + (vector + gl_SubgroupInvocationID) * LOADED_VECTOR_BYTES;
    const uint rowBytes = gl_SubgroupSize * LOADED_VECTOR_BYTES;
    if (bounds.begin == 0 && bounds.end == partElements()) {
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            rows[row] = LOAD_VECTOR(address + row * rowBytes);
    } else {
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            [[unroll]] for (uint i = 0; i < kVector; ++i) {
                Element value = identity();
                if (vectorInPart(row) * kVector + i - bounds.begin < bounds.end - bounds.begin)
                    value = fromWords(LOAD_ELEMENT(address + row * rowBytes + i * LOADED_BYTES));
                setWords(rows[row], i, toWords(value));
            }
        }
    }
}
#endif

void sharePart(Vector rows[kRows])
{
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint vector = vectorInPart(row);
        sharedItems[firstItem(vector / kRows) + vector % kRows] = rows[row];
    }
}
#endif
