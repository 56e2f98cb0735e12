// Tiles of floats that are summed in the order of core/fixed_order.glsl. A tile has the same elements in every geometry,
// and its vectors of 16 bytes are in the same places. The elements of a vector are summed one after the other; what
// precedes a vector in its tile is the sum of the ranges of 2^s vectors before it, one for each bit s of its place, the
// nearest first, each in front of the sum of those behind. The place has the bits of the subgroup, the row and the lane,
// from the highest on.
#ifndef VKSCAN_TILE_FIXED_ORDER
#define VKSCAN_TILE_FIXED_ORDER
#include "core/fixed_order.glsl"
#include "tile/memory.glsl"

const uint kRowSteps = 5; // rows of a tile: up to 2^5

struct Tile {
    Element items[kRows][kVector]; // elements; after scanTile, their inclusive sums in each vector
    Element before[kRows];         // after scanTile, what precedes the vector in the tile
};

void loadTile(uint index, out Tile tile) { loadRows(push.inputAddress, index, tile.items); }

Element scanTile(inout Tile tile)
{
    Element totals[kRows]; // of ranges of rows, where they begin
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        [[unroll]] for (uint i = 1; i < kVector; ++i)
            tile.items[row][i] = combine(tile.items[row][i - 1], tile.items[row][i]);
        totals[row] = tile.items[row][kVector - 1];
        tile.before[row] = identity();
        subgroupTree(kSubgroupSize, totals[row], tile.before[row]);
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
    Element lefts[kSubgroupSteps];
    const Element total = workgroupTree(totals[0], lefts);
    [[unroll]] for (uint s = 0; s < kSubgroupSteps; ++s)
        if ((gl_SubgroupID >> s & 1) != 0)
            [[unroll]] for (uint row = 0; row < kRows; ++row)
                tile.before[row] = combine(lefts[s], tile.before[row]);
    return total;
}

const bool kSwaps = kOperator == kOpAdd || kOperator == kOpMultiply; // operands may change places

// The total of two ranges, of which this lane has one, and the lane that differs by `distance` the other.
Element combineLanes(Element own, Element other, uint distance)
{
    if (kSwaps || (gl_SubgroupInvocationID & distance) == 0)
        return combine(own, other);
    return combine(other, own);
}

// The total of rows of lanes, in each lane. As long as there are several rows, a lane gives away one of two, and takes
// the other lane's part of the other: so rows take hardly more shuffles than one.
Element rowsTree(Element rows[kRows])
{
    const uint kLeft = max(kRows / kSubgroupSize, 1); // rows of each lane in the end
    [[unroll]] for (uint step = 0; step < kMostSubgroupSteps; ++step) {
        const uint distance = 1u << step;
        if (distance < kSubgroupSize) {
            const bool isRight = (gl_SubgroupInvocationID & distance) != 0;
            if (distance < kRows) {
                [[unroll]] for (uint row = 0; row < kRows / distance; row += 2) {
                    const Element own = isRight ? rows[row + 1] : rows[row];
                    const Element given = isRight ? rows[row] : rows[row + 1];
                    const Element other = fromWords(subgroupShuffleXor(toWords(given), distance));
                    rows[row / 2] = combineLanes(own, other, distance);
                }
            } else {
                const Element other = fromWords(subgroupShuffleXor(toWords(rows[0]), distance));
                rows[0] = combineLanes(rows[0], other, distance);
            }
        }
    }
    [[unroll]] for (uint step = 0; step < kRowSteps; ++step) {
        const uint distance = 1u << step;
        if (distance < kRows && distance < kSubgroupSize) {
            [[unroll]] for (uint row = 0; row < kLeft; ++row) {
                const Element other = fromWords(subgroupShuffleXor(toWords(rows[row]), distance));
                rows[row] = combineLanes(rows[row], other, distance);
            }
        } else if (distance < kRows) {
            [[unroll]] for (uint row = 0; row < kLeft; row += 2 * distance / kSubgroupSize)
                rows[row] = combine(rows[row], rows[row + distance / kSubgroupSize]);
        }
    }
    return rows[0];
}

Element aggregateTile(uint tile)
{
    const Bounds bounds = boundsOf(tile);
    const bool asVector = vectorAccess(push.inputAddress, bounds);
    Element rows[kRows];
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        Element values[kVector];
        loadRow(push.inputAddress, tile, row, bounds, asVector, values);
        [[unroll]] for (uint i = 1; i < kVector; ++i)
            values[i] = combine(values[i - 1], values[i]);
        rows[row] = values[kVector - 1];
    }
    Element lefts[kSubgroupSteps];
    return workgroupTree(rowsTree(rows), lefts);
}

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

Element initialState() { return initialValue(); }

void storeTotal(Element total)
{
    if (push.totalAddress != 0ul)
        ElementAt(push.totalAddress).words = toWords(total);
}
#endif
