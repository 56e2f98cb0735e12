// The scan of a tile in registers that starts anew at each head, in the rows the tile is loaded in: one subgroup scan a
// row. What precedes an element counts only while no head has come; of an invocation's items, in their order, those are
// the first few.
#ifndef VKSCAN_TILE_SEGMENTS
#define VKSCAN_TILE_SEGMENTS
#include "tile/heads.glsl"
#include "tile/memory.glsl"

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

// Stores all but padding.
void storeInRows(uint tile, Element items[kRows][kVector])
{
    const Bounds bounds = boundsOf(tile);
    const bool asVector = vectorAccess(push.outputAddress, bounds);
    uint first = rowPlace(tile, kBackward ? push.rowPitch - 1 : 0).element;
    const uint step = gl_SubgroupSize * kVector % push.rowPitch;
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        uint element = first;
        uint mask = 0;
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            mask |= element < push.rowLength ? 1u << i : 0;
            element = element + 1 == push.rowPitch ? 0 : element + 1;
        }
        mask = inScanOrder(mask);
        if (mask == (1u << kVector) - 1) {
            storeRow(tile, row, bounds, asVector, items[row]);
        } else {
            const uint position = vectorInTile(row) * kVector;
            const uint64_t address = rowAddress(push.outputAddress, tile, row);
            [[unroll]] for (uint i = 0; i < kVector; ++i)
                if ((mask & 1u << i) != 0 && position + i - bounds.begin < bounds.end - bounds.begin)
                    ElementAt(address + elementInVector(i) * kElementBytes).words = toWords(items[row][i]);
        }
        first = nextInRow(first, step);
    }
}

struct Tile {
    Element items[kRows][kVector]; // the elements; after scanTile, their scan from subgroupPrefix on
    uint heads[kRows];             // a mask for each vector
    uint openItems;                // before which, in the part of the tile this subgroup holds, there is no head
    State subgroupPrefix;          // what precedes that part in the tile
};

// Scans a row of vectors by what each holds since its last head, if it has any. Returns what precedes the lane's vector in
// the part of the tile, with `running` before the row; adds the row to `running`.
State scanRow(Element lastItem, uint heads, inout State running)
{
    const uvec4 lanesWithHeads = subgroupBallot(heads != 0);
    const Element inclusive = subgroupScanSegments(lastItem, lanesWithHeads);
    const State before =
        State(subgroupShiftUp(inclusive), uint((lanesWithHeads & gl_SubgroupLtMask) != uvec4(0)));
    const State total = State(subgroupLast(inclusive), uint(lanesWithHeads != uvec4(0)));
    const State earlier = running;
    running = combine(earlier, total);
    return combine(earlier, before);
}

void scanVector(inout Element items[kVector], uint heads)
{
    [[unroll]] for (uint i = 1; i < kVector; ++i)
        if ((heads & 1u << i) == 0)
            items[i] = combine(items[i - 1], items[i]);
}

void loadTile(uint index, out Tile tile)
{
    loadRows(push.inputAddress, index, tile.items);
    loadHeads(index, tile.heads);
}

State scanTile(inout Tile tile)
{
    State running = emptyState();
    tile.openItems = 0;
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint heads = tile.heads[row];
        scanVector(tile.items[row], heads);
        const State before = scanRow(tile.items[row][kVector - 1], heads, running);
        const uint open = heads == 0 ? kVector : findLSB(heads);
        if (before.head == 0)
            tile.openItems = row * kVector + open;
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            if (i < open)
                tile.items[row][i] = combine(before.value, tile.items[row][i]);
        if (kExclusive) {
            [[unroll]] for (uint i = kVector - 1; i > 0; --i)
                tile.items[row][i] = (heads & 1u << i) != 0 ? identity() : tile.items[row][i - 1];
            tile.items[row][0] = (heads & 1) != 0 ? identity() : before.value;
        }
    }
    return workgroupScan(running, tile.subgroupPrefix);
}

State aggregateTile(uint index)
{
    Tile tile;
    loadTile(index, tile);
    State running = emptyState();
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        scanVector(tile.items[row], tile.heads[row]);
        scanRow(tile.items[row][kVector - 1], tile.heads[row], running);
    }
    State prefix;
    return workgroupScan(running, prefix);
}

void storeTile(uint index, Tile tile, State carry)
{
    const Element earlier = combine(carry, tile.subgroupPrefix).value;
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            if (row * kVector + i < tile.openItems)
                tile.items[row][i] = combine(earlier, tile.items[row][i]);
    if (kReduces)
        storeResults(index, tile.items, tile.heads);
    else if (kSegments == kSegmentsRows && push.rowPitch > push.rowLength)
        storeInRows(index, tile.items);
    else
        storeRows(index, tile.items);
}

State initialState() { return emptyState(); }

// A segmented scan has no total.
void storeTotal(State total) {}
#endif
