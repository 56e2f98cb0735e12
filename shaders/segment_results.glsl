// What a segmented reduction stores of a scanned tile: the last element of each segment. Of the segments without
// elements, every tile stores its share.

void storeResult(uint64_t segment, Element value)
{
    ElementAt(push.outputAddress + segment * kElementBytes).words = toWords(value);
}

// A segment ends where others begin, and its number is one less than that of the first of these. What lies before the
// first offset is nobody's.
void storeOffsetResults(Element items[kRows][kVector])
{
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            const uint end = placeInTile(row) + i + 1;
            const bool ends = (sharedHeads[end / 32] & 1u << end % 32) != 0;
            const uint segment = ends ? sharedSegments[end] - 1 : ~0u;
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
    RowPlace first = rowPlace(tile, 0);
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        RowPlace place = first;
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            const uint position = vectorInTile(row) * kVector + i;
            const bool last = place.element + 1 == push.rowLength ||
                              (place.element < push.rowLength && position + 1 == arrayEnd);
            if (last && position - bounds.begin < bounds.end - bounds.begin)
                storeResult(place.row, items[row][i]);
            const bool turns = place.element + 1 == push.rowPitch;
            place = RowPlace(place.row + (turns ? 1 : 0), turns ? 0 : place.element + 1);
        }
        const uint next = nextInRow(first.element, step % push.rowPitch);
        first = RowPlace(first.row + step / push.rowPitch + (next < first.element ? 1 : 0), next);
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

void storeResults(uint tile, Element items[kRows][kVector])
{
    if (kHasOffsets)
        storeOffsetResults(items);
    else
        storeRowResults(tile, items);
    storeIdentities(tile);
}
