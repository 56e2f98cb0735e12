// An array whose elements are all loaded.
#ifndef VKSCAN_TILE_ARRAY
#define VKSCAN_TILE_ARRAY

// Reads the count. Returns the number of tiles.
uint openArray()
{
    elementCount = push.maxCount;
    uint64_t count = elementCount;
    if (isPresent(push.countAddress))
        count = min(count, uint64_t(CountAt(readable(push.countAddress)).count));
    elementCount = count;
    vectorCount = elementCount > 0ul ? (push.head + elementCount + kVector - 1) / kVector : 0ul;
    return uint((vectorCount + kTileVectors - 1) / kTileVectors);
}

// The positions of a tile whose elements are loaded.
Bounds loadedBounds(uint tile) { return boundsOf(tile); }
#endif
