// How a loaded tile becomes a summed-area table of its own: along rows by shuffles, down columns in registers and, from
// subgroup to subgroup, through shared memory.
Element laneBefore(Element value, uint distance) { return fromWords(subgroupShuffleUp(toWords(value), distance)); }
Element laneAt(Element value, uint lane) { return fromWords(subgroupShuffle(toWords(value), lane)); }

// Along a row of the lanes' grid, and down a column.
Element scanLaneRow(Element value)
{
    [[unroll]] for (uint distance = 1; distance < kLaneColumns; distance *= 2) {
        const Element before = laneBefore(value, distance);
        if (laneColumn() >= distance)
            value = combine(before, value);
    }
    return value;
}

Element scanLaneColumn(Element value)
{
    [[unroll]] for (uint distance = 1; distance < kLaneRows; distance *= 2) {
        const Element above = laneBefore(value, distance * kLaneColumns);
        if (laneRow() >= distance)
            value = combine(above, value);
    }
    return value;
}

void scanRow(inout Element items[kColumns][kVector][kValues])
{
    Element running[kValues];
    [[unroll]] for (uint column = 0; column < kColumns; ++column) {
        [[unroll]] for (uint value = 0; value < kValues; ++value) {
            [[unroll]] for (uint i = 1; i < kVector; ++i)
                items[column][i][value] = combine(items[column][i - 1][value], items[column][i][value]);
            Element inclusive = scanLaneRow(items[column][kVector - 1][value]);
            if (column > 0)
                inclusive = combine(running[value], inclusive);
            Element before = laneBefore(inclusive, 1);
            if (laneColumn() == 0)
                before = column > 0 ? running[value] : identity();
            if (column < kColumns - 1)
                running[value] = laneAt(inclusive, gl_SubgroupInvocationID | (kLaneColumns - 1));
            [[unroll]] for (uint i = 0; i < kVector - 1; ++i)
                items[column][i][value] = combine(before, items[column][i][value]);
            items[column][kVector - 1][value] = inclusive;
        }
    }
}

// Turns what a subgroup holds of a loaded tile into its own summed-area table.
void scanSubgroup(inout Tile tile)
{
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        scanRow(tile.items[row]);
    [[unroll]] for (uint column = 0; column < kColumns; ++column) {
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            [[unroll]] for (uint value = 0; value < kValues; ++value) {
                Element above = identity(); // the blocks
                [[unroll]] for (uint first = 0; first < kRows; first += kBlockRows) {
                    const uint last = first + kBlockRows - 1;
                    [[unroll]] for (uint row = first + 1; row <= last; ++row)
                        tile.items[row][column][i][value] =
                            combine(tile.items[row - 1][column][i][value], tile.items[row][column][i][value]);
                    const Element bottom = scanLaneColumn(tile.items[last][column][i][value]);
                    if (kBlockRows > 1 && kLaneRows > 1) {
                        const Element lanesAbove = laneBefore(bottom, kLaneColumns);
                        [[unroll]] for (uint row = first; row < last; ++row)
                            if (laneRow() > 0)
                                tile.items[row][column][i][value] =
                                    combine(lanesAbove, tile.items[row][column][i][value]);
                    }
                    tile.items[last][column][i][value] = bottom;
                    if (first > 0)
                        [[unroll]] for (uint row = first; row <= last; ++row)
                            tile.items[row][column][i][value] = combine(above, tile.items[row][column][i][value]);
                    above = tile.items[last][column][i][value];
                    if (kLaneRows > 1 && last + 1 < kRows)
                        above = laneAt(above, (kLaneRows - 1) * kLaneColumns + laneColumn());
                }
            }
        }
    }
}

// Turns the loaded tile into its own summed-area table.
void scanTile(inout Tile tile, out Edges edges)
{
    scanSubgroup(tile);
    if (laneRow() == kLaneRows - 1)
        [[unroll]] for (uint column = 0; column < kColumns; ++column)
            [[unroll]] for (uint i = 0; i < kVector; ++i)
                [[unroll]] for (uint value = 0; value < kValues; ++value)
                    sharedBottoms[gl_SubgroupID * kBottomWords + bottomWord(column, i, value)] =
                        tile.items[kRows - 1][column][i][value];
    barrier();
    // Scanned down the subgroups; by all invocations, since lavapipe loses subgroups that skip a loop others run.
    [[unroll]] for (uint run = 0; run < kBottomRuns; ++run) {
        // All are read before any is written, so that no read waits.
        Element bottoms[kSubgroups];
        [[unroll]] for (uint subgroup = 0; subgroup < kSubgroups; ++subgroup)
            bottoms[subgroup] = sharedBottoms[subgroup * kBottomWords + min(wordOf(run), kBottomWords - 1)];
        edges.bottom[run] = identity();
        [[unroll]] for (uint subgroup = 0; subgroup < kSubgroups; ++subgroup) {
            if (wordOf(run) < kBottomWords)
                sharedBottoms[subgroup * kBottomWords + wordOf(run)] = edges.bottom[run];
            edges.bottom[run] = combine(edges.bottom[run], bottoms[subgroup]);
        }
    }
    barrier();
    [[unroll]] for (uint column = 0; column < kColumns; ++column) {
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            [[unroll]] for (uint value = 0; value < kValues; ++value) {
                const Element above = sharedBottoms[gl_SubgroupID * kBottomWords + bottomWord(column, i, value)];
                [[unroll]] for (uint row = 0; row < kRows; ++row)
                    tile.items[row][column][i][value] = combine(above, tile.items[row][column][i][value]);
            }
        }
    }
    if (laneColumn() == kLaneColumns - 1)
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            [[unroll]] for (uint value = 0; value < kValues; ++value)
                sharedRight[rightWord(row, value)] = tile.items[row][kColumns - 1][kVector - 1][value];
    barrier();
    [[unroll]] for (uint run = 0; run < kRightRuns; ++run)
        if (wordOf(run) < kRightWords)
            edges.right[run] = sharedRight[wordOf(run)];
}
