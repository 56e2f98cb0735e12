// The scan of a tile in registers that begins again at each head, in the rows of its loads: each row is one subgroup
// scan. The sum before an invocation's items is added to those before its first head.
#ifndef VKSCAN_TILE_SEGMENTS
#define VKSCAN_TILE_SEGMENTS
#include "tile/heads.glsl"
#include "tile/memory.glsl"
#include "tile/padded_rows.glsl"

struct Tile {
    Element items[kRows][kVector]; // elements; after scanTile, their scan from subgroupPrefix on
    uint heads[kRows];             // masks of the vectors
    uint openItems;                // items before the first head in the part of this subgroup
    State subgroupPrefix;          // state before that part in the tile
};

// Scans a row of vectors, given the sum of each since its last head. Returns the state before the vector of this lane
// in the part of the tile. `running` is the state before the row; the row is added to it.
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
            [[unroll]] for (uint k = 1; k < kVector; ++k) {
                const uint i = kVector - k;
                tile.items[row][i] = (heads & 1u << i) != 0 ? identity() : tile.items[row][i - 1];
            }
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
    if (kSegments == kSegmentsRows && push.rowPitch > push.rowLength)
        storeInRows(index, tile.items);
    else
        storeRows(index, tile.items);
}

State initialState() { return emptyState(); }

// A segmented scan has no total.
void storeTotal(State total) {}
#endif
