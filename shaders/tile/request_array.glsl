// An array of requests. Requests beyond the count, up to the maximum count, are 0 and are not loaded.
#ifndef VKSCAN_TILE_REQUEST_ARRAY
#define VKSCAN_TILE_REQUEST_ARRAY
uint64_t requestCount; // elements that are loaded

// Reads the count. Returns the number of tiles.
uint openArray()
{
    elementCount = push.maxCount;
    USE_STAMP(elementCount)
    uint64_t count = elementCount;
    if (isPresent(push.countAddress))
        count = min(count, uint64_t(CountAt(readable(push.countAddress)).count));
    requestCount = count;
    vectorCount = elementCount > 0ul ? (push.head + elementCount + kVector - 1) / kVector : 0ul;
    return uint((vectorCount + kTileVectors - 1) / kTileVectors);
}

// The positions of a tile whose elements are loaded; the others are the identity.
Bounds loadedBounds(uint tile)
{
    const uint64_t first = uint64_t(tile) * kTileElements;
    const uint64_t left = max(push.head + requestCount, first) - first;
    return Bounds(tile == 0 ? push.head : 0, uint(min(left, uint64_t(kTileElements))));
}
#endif
