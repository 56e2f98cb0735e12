// Reproducible tables of floats: the order of sums depends only on places in the table (docs/reproducible.md). A tile
// has the same size in every geometry. Along its rows, and then down its columns, the value at a place is the sum of
// the ranges of 2^s values before it, one for each bit s of the place, the nearest first, each in front of the sum so
// far, and of the value itself. Ranges belong to a balanced binary tree (Sklansky, "Conditional-Sum Addition Logic",
// 1960), so any invocations may hold them. From the lowest on, bits of a column are those of the vector, the lane and
// the grid of lanes; bits of a row are those of the block, the lane, the block's place and the subgroup.
#ifndef VKSCAN_TABLES_FIXED_ORDER
#define VKSCAN_TABLES_FIXED_ORDER
#include "tables/tile.glsl"

const uint kBlocks = kRows / kBlockRows; // blocks of a lane, in a column

// Columns of a tile whose bottoms are in shared memory at the same time.
const uint kColumnWords = kLaneColumns * kVector * kValues;
const uint kColumnsThatFit = 2048 / (kColumnWords * kSubgroups);
const uint kChunkColumns = kColumnsThatFit == 0 ? 1 : kColumnsThatFit < kColumns ? kColumnsThatFit : kColumns;
const uint kChunkWords = kChunkColumns * kColumnWords;
shared Element sharedBottoms[kSubgroups * kChunkWords];

uint chunkWord(uint column, uint i, uint value)
{
    return ((i * kValues + value) * kChunkColumns + column) * kLaneColumns + laneColumn();
}

// The place before the right half that holds `place`: ranges of `distance` are halves.
uint endOfLeft(uint place, uint distance) { return (place & ~(distance - 1)) - 1; }
// Place number i of the places in right halves. Loops over these places are short enough to be unrolled; otherwise sums
// would be in local memory.
uint rightPlace(uint i, uint distance) { return i + (i & ~(distance - 1)) + distance; }

Element laneInGrid(Element value, uint row, uint column) { return laneAt(value, row * kLaneColumns + column); }

// Adds a sum in front of all values of a vector, if it counts. No branch contains a loop: lavapipe loses subgroups that
// skip a loop that others run.
void addToVector(bool counts, Element left, inout Element items[kVector][kValues], uint value)
{
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        if (counts)
            items[i][value] = combine(left, items[i][value]);
}

void scanRowInOrder(inout Element items[kColumns][kVector][kValues], uint value)
{
    [[unroll]] for (uint column = 0; column < kColumns; ++column) {
        [[unroll]] for (uint distance = 1; distance < kVector; distance *= 2) {
            [[unroll]] for (uint pair = 0; pair < kVector / 2; ++pair) {
                const uint i = rightPlace(pair, distance);
                items[column][i][value] = combine(items[column][endOfLeft(i, distance)][value], items[column][i][value]);
            }
        }
        [[unroll]] for (uint distance = 1; distance < kLaneColumns; distance *= 2) {
            const bool isRight = (laneColumn() & distance) != 0;
            const uint source = isRight ? endOfLeft(laneColumn(), distance) : laneColumn();
            const Element left = laneInGrid(items[column][kVector - 1][value], laneRow(), source);
            addToVector(isRight, left, items[column], value);
        }
    }
    [[unroll]] for (uint distance = 1; distance < kColumns; distance *= 2) {
        [[unroll]] for (uint i = 0; i < kColumns / 2; ++i) {
            const uint column = rightPlace(i, distance);
            const Element last = items[endOfLeft(column, distance)][kVector - 1][value];
            addToVector(true, laneInGrid(last, laneRow(), kLaneColumns - 1), items[column], value);
        }
    }
}

// Adds a sum in front of the entries of a block in a column, if it counts.
void addToBlock(bool counts, Element above, inout Tile tile, uint block, uint column, uint i, uint value)
{
    [[unroll]] for (uint row = 0; row < kBlockRows; ++row)
        if (counts)
            tile.items[block * kBlockRows + row][column][i][value] =
                combine(above, tile.items[block * kBlockRows + row][column][i][value]);
}

Element bottomOfBlock(Tile tile, uint block, uint column, uint i, uint value)
{
    return tile.items[block * kBlockRows + kBlockRows - 1][column][i][value];
}

void scanColumnInOrder(inout Tile tile, uint column, uint i, uint value)
{
    [[unroll]] for (uint block = 0; block < kBlocks; ++block) {
        if (kBlockRows == 2)
            tile.items[2 * block + 1][column][i][value] =
                combine(tile.items[2 * block][column][i][value], tile.items[2 * block + 1][column][i][value]);
        [[unroll]] for (uint distance = 1; distance < kLaneRows; distance *= 2) {
            const bool isLower = (laneRow() & distance) != 0;
            const uint source = isLower ? endOfLeft(laneRow(), distance) : laneRow();
            const Element above = laneInGrid(bottomOfBlock(tile, block, column, i, value), source, laneColumn());
            addToBlock(isLower, above, tile, block, column, i, value);
        }
    }
    [[unroll]] for (uint distance = 1; distance < kBlocks; distance *= 2) {
        [[unroll]] for (uint lower = 0; lower < kBlocks / 2; ++lower) {
            const uint block = rightPlace(lower, distance);
            Element above = bottomOfBlock(tile, endOfLeft(block, distance), column, i, value);
            if (kLaneRows > 1)
                above = laneInGrid(above, kLaneRows - 1, laneColumn());
            addToBlock(true, above, tile, block, column, i, value);
        }
    }
}

// Sums the bottoms of subgroups in shared memory: the total of 2^s subgroups is stored at the last one, unless a longer
// range ends there.
void growBottoms()
{
    for (uint first = 0; first < kChunkWords; first += kWorkgroupSize) {
        const uint word = first + gl_LocalInvocationIndex;
        for (uint distance = 1; distance < kSubgroups; distance *= 2) {
            for (uint last = 2 * distance - 1; last < kSubgroups; last += 2 * distance) {
                if (word < kChunkWords)
                    sharedBottoms[last * kChunkWords + word] =
                        combine(sharedBottoms[(last - distance) * kChunkWords + word],
                                sharedBottoms[last * kChunkWords + word]);
            }
        }
    }
}

// Turns the loaded tile into a summed-area table, and finds its bottom edge.
void scanInFixedOrder(inout Tile tile, out Edges edges)
{
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        [[unroll]] for (uint value = 0; value < kValues; ++value)
            scanRowInOrder(tile.items[row], value);
    [[unroll]] for (uint column = 0; column < kColumns; ++column)
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            [[unroll]] for (uint value = 0; value < kValues; ++value)
                scanColumnInOrder(tile, column, i, value);

    [[unroll]] for (uint first = 0; first < kColumns; first += kChunkColumns) {
        barrier(); // others may still read the previous chunk
        if (laneRow() == kLaneRows - 1)
            [[unroll]] for (uint column = 0; column < kChunkColumns; ++column)
                [[unroll]] for (uint i = 0; i < kVector; ++i)
                    [[unroll]] for (uint value = 0; value < kValues; ++value)
                        sharedBottoms[gl_SubgroupID * kChunkWords + chunkWord(column, i, value)] =
                            tile.items[kRows - 1][first + column][i][value];
        barrier();
        growBottoms();
        barrier();
        [[unroll]] for (uint distance = 1; distance < kSubgroups; distance *= 2) {
            const bool isLower = (gl_SubgroupID & distance) != 0;
            const uint subgroup = isLower ? endOfLeft(gl_SubgroupID, distance) : 0;
            [[unroll]] for (uint column = 0; column < kChunkColumns; ++column)
                [[unroll]] for (uint i = 0; i < kVector; ++i)
                    [[unroll]] for (uint value = 0; value < kValues; ++value) {
                        const Element above = sharedBottoms[subgroup * kChunkWords + chunkWord(column, i, value)];
                        [[unroll]] for (uint block = 0; block < kBlocks; ++block)
                            addToBlock(isLower, above, tile, block, first + column, i, value);
                    }
        }
        // The edge's words in an invocation, numbered like bottomWord().
        [[unroll]] for (uint run = 0; run < kBottomRuns; ++run) {
            const uint column = wordOf(run) / kLaneColumns % kColumns;
            const uint ofColumn = wordOf(run) / (kColumns * kLaneColumns) * kChunkColumns + column - first;
            if (wordOf(run) < kBottomWords && column >= first && column < first + kChunkColumns)
                edges.bottom[run] =
                    sharedBottoms[(kSubgroups - 1) * kChunkWords + ofColumn * kLaneColumns + wordOf(run) % kLaneColumns];
        }
    }
}
#endif
