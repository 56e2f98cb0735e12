// The positions of a tile: what one workgroup scans at a time, kRows vectors an invocation.
//
// Positions are counted in scan order, over whole vectors of the output. A backward scan mirrors the vectors and the
// elements in each.
#ifndef VKSCAN_TILE_POSITIONS
#define VKSCAN_TILE_POSITIONS
#include "core/monoid.glsl"

#if defined(ELEMENTS_ALONE)
const uint kVector = 1; // elements are loaded and stored one by one
#else
const uint kVector = 4 / kWords; // elements in 16 bytes
#endif
const uint kElementBytes = 4 * kWords;
const uint kTileVectors = kWorkgroupSize * kRows;
const uint kTileElements = kTileVectors * kVector;

layout(buffer_reference, std430, buffer_reference_align = 16) buffer VectorAt { uvec4 words; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer CountAt { uint count; };

uint64_t elementCount; // of the whole array
uint64_t vectorCount;  // the first and the last may be partial

// Which of a tile's positions hold elements.
struct Bounds {
    uint begin;
    uint end;
};

// Reads the count. Returns the number of tiles.
uint openArray()
{
    elementCount = push.maxCount;
    if (isPresent(push.countAddress))
        elementCount = min(elementCount, uint64_t(CountAt(readable(push.countAddress)).count));
    vectorCount = elementCount > 0ul ? (push.head + elementCount + kVector - 1) / kVector : 0ul;
    return uint((vectorCount + kTileVectors - 1) / kTileVectors);
}

Bounds boundsOf(uint tile)
{
    const uint begin = kBackward ? uint(vectorCount * kVector - elementCount) - push.head : push.head;
    const uint64_t left = begin + elementCount - uint64_t(tile) * kTileElements;
    return Bounds(tile == 0 ? begin : 0, uint(min(left, uint64_t(kTileElements))));
}

// Whose rows lie one behind the other in a part of the tile: a subgroup's; or the workgroup's, whose part is the tile.
#if defined(TILE_NETWORK)
#define PART 0
#define PART_WIDTH kWorkgroupSize
#define PART_LANE (gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID)
#else
#define PART gl_SubgroupID
#define PART_WIDTH gl_SubgroupSize
#define PART_LANE gl_SubgroupInvocationID
#endif

// Where in a tile this invocation's vector of a row is: lanes lie side by side in a row.
uint vectorInTile(uint row)
{
    return (PART * kRows + row) * PART_WIDTH + PART_LANE;
}

uint elementInVector(uint i) { return kBackward ? kVector - 1 - i : i; }

// Whether all elements exist in the part of a tile.
bool holdsPart(Bounds bounds)
{
    const uint part = kRows * PART_WIDTH * kVector;
    const uint first = PART * part;
    return first >= bounds.begin && first + part <= bounds.end;
}

// And whether they lie in whole vectors.
bool vectorAccess(uint64_t array, Bounds bounds) { return (array & 15ul) == 0ul && holdsPart(bounds); }
#endif
