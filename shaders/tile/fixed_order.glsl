// Reproducible tiles of floats, in the order of core/fixed_order.glsl. A tile has the same elements in every geometry,
// and its vectors of 16 bytes are in the same places. The elements of a vector are summed in sequence. The sum before a
// vector in its tile adds the ranges of 2^s vectors before it, one for each bit s of its place, the nearest first, each
// in front of the sum so far. The place has the bits of the subgroup, the row and the lane, from the highest on.
#ifndef VKSCAN_TILE_FIXED_ORDER
#define VKSCAN_TILE_FIXED_ORDER
#include "core/fixed_order.glsl"
#include "tile/memory.glsl"

// The state of a vector: its sum. tile/fixed_segments.glsl has states with heads.
#if !defined(FIXED_HEADS)
#define declareHeads
#define loadHeadsOf(tile, heads)
#define noState() identity()
#define takeItem(items, heads, i) items[i] = combine(items[i - 1], items[i])
#define vectorState(items, heads) items[kVector - 1]
#endif

const uint kRowSteps = 5; // up to 2^5 rows of a tile

struct Tile {
    Element items[kRows][kVector]; // elements; after scanTile, their inclusive sums in each vector
    State before[kRows];           // after scanTile, the sum before the vector in the tile
    declareHeads
};

void loadTile(uint index, out Tile tile)
{
    loadRows(push.inputAddress, index, tile.items);
    loadHeadsOf(index, tile.heads);
}

State scanTile(inout Tile tile)
{
    State totals[kRows]; // totals of ranges of rows, where they begin
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        [[unroll]] for (uint i = 1; i < kVector; ++i)
            takeItem(tile.items[row], tile.heads[row], i);
        totals[row] = vectorState(tile.items[row], tile.heads[row]);
        tile.before[row] = noState();
        subgroupTree(totals[row], tile.before[row]);
    }
    [[unroll]] for (uint s = 0; s < kRowSteps; ++s) {
        const uint range = 1u << s;
        if (range < kRows) {
            [[unroll]] for (uint row = 0; row < kRows; ++row)
                if ((row & range) != 0)
                    tile.before[row] = combine(totals[(row & ~(range - 1)) - range], tile.before[row]);
            [[unroll]] for (uint row = 0; row < kRows; ++row)
                if ((row & (2 * range - 1)) == 0)
                    totals[row] = combine(totals[row], totals[min(row + range, kRows - 1)]);
        }
    }
    State lefts[kSubgroupSteps];
    const State total = workgroupTree(totals[0], lefts);
    [[unroll]] for (uint s = 0; s < kSubgroupSteps; ++s)
        if ((gl_SubgroupID >> s & 1) != 0)
            [[unroll]] for (uint row = 0; row < kRows; ++row)
                tile.before[row] = combine(lefts[s], tile.before[row]);
    return total;
}

State aggregateTile(uint index)
{
    Tile tile;
    loadTile(index, tile); // all rows before the first is summed, so that loads overlap
    State rows[kRowSteps];
    [[unroll]] for (uint s = 0; s < kRowSteps; ++s)
        rows[s] = noState();
    State total = noState();
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        [[unroll]] for (uint i = 1; i < kVector; ++i)
            takeItem(tile.items[row], tile.heads[row], i);
        total = vectorState(tile.items[row], tile.heads[row]);
        State before = noState();
        subgroupTree(total, before);
        TAKE_LEAF(rows, kRowSteps, kRows, row, total)
    }
    State lefts[kSubgroupSteps];
    return workgroupTree(total, lefts);
}

#if !defined(FIXED_HEADS)
#include "tile/element_state.glsl"

void storeTile(uint index, Tile tile, Element carry)
{
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const Element before = combine(carry, tile.before[row]);
        [[unroll]] for (uint i = kVector; i > 0; --i) {
            if (!kExclusive)
                tile.items[row][i - 1] = combine(before, tile.items[row][i - 1]);
            else if (i > 1)
                tile.items[row][i - 1] = combine(before, tile.items[row][i - 2]);
            else
                tile.items[row][0] = before;
        }
    }
    storeRows(index, tile.items);
}
#endif
#endif
