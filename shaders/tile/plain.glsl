// The scan of a tile in registers, in the rows of its loads: each row is one subgroup scan.
#ifndef VKSCAN_TILE_PLAIN
#define VKSCAN_TILE_PLAIN
#include "core/workgroup.glsl"
#include "tile/memory.glsl"

struct Tile {
    Element items[kRows][kVector]; // elements; after scanTile, their scan from subgroupPrefix on
    Element subgroupPrefix;        // sum before the part of this subgroup in the tile
};

void loadTile(uint index, out Tile tile) { loadRows(push.inputAddress, index, tile.items); }

Element scanTile(inout Tile tile)
{
    Element running = identity();
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        [[unroll]] for (uint i = 1; i < kVector; ++i)
            tile.items[row][i] = combine(tile.items[row][i - 1], tile.items[row][i]);
        const Element inclusive = subgroupScanInclusive(tile.items[row][kVector - 1]);
        const Element before = combine(running, subgroupShiftUp(inclusive));
        running = combine(running, subgroupLast(inclusive));
        Element earlier = before;
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            const Element last = combine(before, tile.items[row][i]);
            tile.items[row][i] = kExclusive ? earlier : last;
            earlier = last;
        }
    }
    return workgroupScan(running, tile.subgroupPrefix);
}

// Combines in the groups of scanTile, so that floats have the same bits.
Element aggregateTile(uint tile)
{
    const Bounds bounds = loadedBounds(tile);
    const bool asVector = loadsVectors(push.inputAddress, bounds);
    Element running = identity();
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        Element values[kVector];
        loadRow(push.inputAddress, tile, row, bounds, asVector, values);
        [[unroll]] for (uint i = 1; i < kVector; ++i)
            values[i] = combine(values[i - 1], values[i]);
        running = combine(running, subgroupReduce(values[kVector - 1]));
    }
    Element prefix;
    return workgroupScan(running, prefix);
}

void takeTile(uint tile, inout Element sum)
{
    Element rows[kRows][kVector];
    loadRows(push.inputAddress, tile, rows);
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            sum = combine(sum, rows[row][i]);
}

#if !defined(TILE_REQUESTS) // otherwise tile/requests.glsl has the end
#include "tile/element_state.glsl"

void storeTile(uint index, Tile tile, Element carry)
{
    const Element earlier = combine(carry, tile.subgroupPrefix);
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            tile.items[row][i] = combine(earlier, tile.items[row][i]);
    storeRows(index, tile.items);
}
#endif
#endif
