// The tile of a selection by a user's predicate (vkscan/kernel.glsl). An invocation has one element in a row, as in
// tile/custom.glsl, and keeps it until it knows the number of selected elements before it.
#ifndef VKSCAN_TILE_CUSTOM_SELECTION
#define VKSCAN_TILE_CUSTOM_SELECTION
#include "tile/custom_memory.glsl"
#include "core/slots.glsl"
#include "tile/indirect.glsl"
#include "core/workgroup.glsl"

#if !defined(STORE)
void store(uint64_t index, uint64_t place, Selected element)
{
    if (place < push.capacity)
        storeWords(push.outputAddress, place, wordsOfState(element));
}
#endif

struct Tile {
    Selected items[kRows];
    uint selected;       // a bit for each row
    uint subgroupPrefix; // selected elements of the tile before the part of this subgroup
};

void loadTile(uint index, out Tile tile)
{
    const Places places = placesIn(index);
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        if (exists(places, row))
            tile.items[row] = load(indexOf(places, row));
    tile.selected = 0;
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        if (exists(places, row) && isSelected(indexOf(places, row), tile.items[row]))
            tile.selected |= 1u << row;
}

uvec4 lanesSelected(Tile tile, uint row) { return subgroupBallot((tile.selected >> row & 1) != 0); }

uint scanTile(inout Tile tile)
{
    uint count = 0;
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        count += subgroupBallotBitCount(lanesSelected(tile, row));
    return workgroupScan(count, tile.subgroupPrefix);
}

uint aggregateTile(uint index)
{
    Tile tile;
    loadTile(index, tile);
    return scanTile(tile);
}

void storeTile(uint index, Tile tile, uint carry)
{
    const Places places = placesIn(index);
    uint before = carry + tile.subgroupPrefix; // selected elements
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uvec4 lanes = lanesSelected(tile, row);
        const uint place = before + subgroupBallotExclusiveBitCount(lanes);
        const uint64_t index = indexOf(places, row);
        if ((tile.selected >> row & 1) != 0 && place <= index) // false only if scratch was not zeroed
            store(index, uint64_t(place), tile.items[row]);
        before += subgroupBallotBitCount(lanes);
    }
}

uint initialState() { return 0; }

void storeTotal(uint count)
{
    if (push.totalAddress != 0ul)
        WordAt(push.totalAddress).word = count;
    storeIndirectCount(push.indirectAddress, min(count, push.capacity), push.divisor, push.rounding);
}
#endif
