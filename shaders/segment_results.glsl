// What a segmented reduction stores of a scanned tile: the last element of each segment. Of the segments without
// elements, every tile stores its share.

void storeResult(uint64_t segment, Element value)
{
    ElementAt(push.outputAddress + segment * kElementBytes).words = toWords(value);
}

// A segment ends where others begin, and its number is one less than that of the first of these. What lies before the
// first offset is nobody's.
void storeOffsetResults(Element items[kRows][kVector], uint heads[kRows])
{
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint end = placeInTile(row) + kVector; // of the vector
        const uint ends = (heads[row] >> 1) | ((sharedHeads[end / 32] >> end % 32 & 1u) << (kVector - 1));
        if (ends != 0)
            [[unroll]] for (uint i = 0; i < kVector; ++i) {
                if ((ends & 1u << i) == 0)
                    continue;
                const uint segment = sharedSegments[placeInTile(row) + i + 1] - 1;
                if (segment < segmentCount())
                    storeResult(segment, items[row][i]);
            }
    }
}

// Stores the last element of each row; where the array ends first, its last.
void storeRowResults(uint tile, Element items[kRows][kVector])
{
    const Bounds bounds = boundsOf(tile);
    const uint64_t left = push.head + elementCount - uint64_t(tile) * kTileElements;
    const uint arrayEnd = uint(min(left, uint64_t(kTileElements + 1)));
    const uint step = gl_SubgroupSize * kVector;
    RowPlace place = rowPlace(tile, 0); // of the vector's first element
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint position = vectorInTile(row) * kVector;
        const bool inPadding = place.element >= push.rowLength;
        uint last = push.rowLength - 1 - place.element + (inPadding ? push.rowPitch : 0); // from the vector's first on
        uint64_t segment = place.row + (inPadding ? 1 : 0);
        if (last < kVector || arrayEnd - position <= kVector) {
            [[unroll]] for (uint i = 0; i < kVector; ++i) {
                const bool cutOff = position + i + 1 == arrayEnd && last - i < push.rowLength;
                if ((last == i || cutOff) && position + i - bounds.begin < bounds.end - bounds.begin)
                    storeResult(segment, items[row][i]);
                if (last == i) {
                    last += push.rowPitch;
                    ++segment;
                }
            }
        }
        const uint next = nextInRow(place.element, step % push.rowPitch);
        place = RowPlace(place.row + step / push.rowPitch + (next < place.element ? 1 : 0), next);
    }
}

// Those among all offsets, or the rows behind a count that the device has read.
void storeIdentities(uint tile)
{
    uint64_t first = 0;
    uint64_t end = segmentCount();
    if (kSegments == kSegmentsRows) {
        if (elementCount == push.maxCount)
            return;
        first = (elementCount + push.rowPitch - 1) / push.rowPitch;
        end = (push.maxCount + push.rowPitch - 1) / push.rowPitch;
    }
    const uint64_t tiles = (vectorCount + kTileVectors - 1) / kTileVectors;
    const uint64_t share = (end - first + tiles - 1) / tiles;
    first += tile * share;
    end = min(end, first + share);
    for (uint64_t begin = first; begin < end; begin += kWorkgroupSize) {
        const uint64_t segment = begin + gl_LocalInvocationIndex;
        bool empty = segment < end;
        if (kHasOffsets && empty)
            empty = offsetAt(uint(segment)) >= offsetAt(uint(segment) + 1);
        if (empty)
            storeResult(segment, identity());
    }
}

void storeResults(uint tile, Element items[kRows][kVector], uint heads[kRows])
{
    if (kHasOffsets)
        storeOffsetResults(items, heads);
    else
        storeRowResults(tile, items);
    storeIdentities(tile);
}
