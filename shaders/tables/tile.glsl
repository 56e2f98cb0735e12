// A tile of a table: the entries that one workgroup sums at a time, in registers. The lanes of a subgroup form a grid,
// kLaneColumns wide. The subgroup holds kColumns such grids side by side and, one below another, enough of them for
// kRows rows of each lane. In each grid, a lane holds a block of entries, kVector wide and kBlockRows high. For buffers
// the grid is one row; for images it is high, since the memory of an image is laid out in blocks.
#ifndef VKSCAN_TABLES_TILE
#define VKSCAN_TABLES_TILE
#include "tables/source.glsl"

// Fetches of textures with one channel gather 2 x 2 texels.
#if defined(SOURCE_GATHERS)
const uint kBlockRows = kChannels - 1 + kVector % 2 + kRows % 2 == 0 ? 2u : 1u; // glslang 12 has no constant &&
#else
const uint kBlockRows = 1;
#endif
const uint kSubgroups = kWorkgroupSize / kSubgroupSize;
const uint kLaneRows = kSubgroupSize / kLaneColumns;
const uint kTileWidth = kColumns * kLaneColumns * kVector;
const uint kTileHeight = kRows * kLaneRows * kSubgroups;
// Words of a tile's edges, one Element each, which its neighbours read.
const uint kRightWords = kTileHeight * kValues;
const uint kBottomWords = kTileWidth * kValues;

// Edges in scratch, layer by layer: the right edge of each tile, then the bottom edge of each span. With one dispatch,
// every tile is a span.
uvec2 tileGrid()
{
    const uvec2 extent = tableExtent();
    return uvec2(divideRoundingUp(extent.x, kTileWidth), divideRoundingUp(extent.y, kTileHeight));
}

uint rightSlot(uvec2 tile) { return SLOT_OF_LAYER((tile.y * tileGrid().x + tile.x) * kRightWords); }
uint bottomSlot(uvec2 span)
{
    const uvec2 tiles = tileGrid();
    return SLOT_OF_LAYER(tiles.x * tiles.y * kRightWords + (span.y * tiles.x + span.x) * kBottomWords);
}

#if !defined(TABLE_FIXED) // otherwise tables/fixed_order.glsl has them, chunk by chunk
shared Element sharedBottoms[kSubgroups * kBottomWords];
#endif
shared Element sharedRight[kRightWords]; // right edge of the tile, then the sums left of the tile

// Tiles and edges are not global: if functions are not inlined, globals are in memory.
struct Tile {
    Element items[kRows][kColumns][kVector][kValues];
};
// The edges' words in an invocation: every kWorkgroupSize-th.
const uint kRightRuns = (kRightWords + kWorkgroupSize - 1) / kWorkgroupSize;
const uint kBottomRuns = (kBottomWords + kWorkgroupSize - 1) / kWorkgroupSize;
struct Edges {
    Element right[kRightRuns];
    Element bottom[kBottomRuns];
};
uint wordOf(uint run) { return run * kWorkgroupSize + gl_LocalInvocationIndex; }

uint laneColumn() { return gl_SubgroupInvocationID % kLaneColumns; }
uint laneRow() { return gl_SubgroupInvocationID / kLaneColumns; }
uint columnOf(uint column) { return (column * kLaneColumns + laneColumn()) * kVector; }
uint rowOf(uint row)
{
    const uint blockRow = gl_SubgroupID * (kRows / kBlockRows) + row / kBlockRows;
    return (blockRow * kLaneRows + laneRow()) * kBlockRows + row % kBlockRows;
}
uint rightWord(uint row, uint value) { return rowOf(row) * kValues + value; }
// The word of an entry in the bottom edge: neighbouring lanes have neighbouring words.
uint bottomWord(uint column, uint i, uint value)
{
    return ((i * kValues + value) * kColumns + column) * kLaneColumns + laneColumn();
}
uint valueOfBottomWord(uint word) { return word / (kColumns * kLaneColumns) % kValues; }
// The word of the last column in the bottom edge.
uint cornerWord(uint value) { return ((kVector - 1) * kValues + value + 1) * kColumns * kLaneColumns - 1; }

void setTexel(inout Tile tile, uint row, uint column, uint i, Texel texel, vec4 bias, bool isTexel)
{
    [[unroll]] for (uint channel = 0; channel < kChannels; ++channel) {
        Element value = elementOf(texel, channel);
        if (kBias != kBiasNone)
            value = centred(value, bias[channel]);
        if (!isTexel)
            value = identity();
        tile.items[row][column][i][channel] = value;
        if (kSquares)
            tile.items[row][column][i][kValues - kChannels + channel] = square(value);
    }
}

// A bias that was in memory before the dispatch.
vec4 givenBias() { return kBias == kBiasGiven ? BiasAt(push.biasAddress).bias : vec4(0); }

// Loads a tile, and subtracts the bias, if there is one. Texels outside the region are replaced by others and their
// values dropped, since a branch would keep loads from overlapping.
void loadTile(uvec2 origin, vec4 bias, out Tile tile)
{
    const uvec2 region = uvec2(push.regionX, push.regionY);
    const uvec2 last = uvec2(push.regionWidth, push.regionHeight) - 1;
#if defined(SOURCE_BUFFER)
    if ((push.vectorAccess & kVectorInput) != 0 &&
        (origin.x + kTileWidth <= push.regionWidth || push.regionWidth % kVector == 0)) {
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            [[unroll]] for (uint column = 0; column < kColumns; ++column) {
                const uvec2 texel = origin + uvec2(columnOf(column), rowOf(row));
                const uvec2 inside = min(texel, uvec2(last.x + 1 - kVector, last.y));
                const uint bytes = kSource == kSourceUint8 ? 1 : 4;
                const uint64_t address =
                    INPUT_ADDRESS + (region.y + inside.y) * push.inputPitch + (region.x + inside.x) * bytes;
                uvec4 words;
                if (kSource == kSourceUint8)
                    words = uvec4(WordAt(address).word) >> uvec4(0, 8, 16, 24) & 0xff;
                else
                    words = VectorAt(address).words;
                [[unroll]] for (uint i = 0; i < kVector; ++i)
                    setTexel(tile, row, column, i, uvec4(words[i]), bias, texel == inside);
            }
        }
        return;
    }
#endif
#if defined(SOURCE_GATHERS)
    if (kBlockRows == 2) {
        [[unroll]] for (uint row = 0; row < kRows; row += 2) {
            [[unroll]] for (uint column = 0; column < kColumns; ++column) {
                [[unroll]] for (uint i = 0; i < kVector; i += 2) {
                    const uvec2 texel = origin + uvec2(columnOf(column) + i, rowOf(row)) - kBorder; // may wrap around
                    const Texel four = gather(ivec2(region + min(texel + 1, last + 1)) - 1);
                    const bvec2 isColumn = lessThanEqual(uvec2(texel.x, texel.x + 1), last.xx);
                    const bvec2 isRow = lessThanEqual(uvec2(texel.y, texel.y + 1), last.yy);
                    setTexel(tile, row, column, i, Texel(four.w), bias, isColumn.x && isRow.x);
                    setTexel(tile, row, column, i + 1, Texel(four.z), bias, isColumn.y && isRow.x);
                    setTexel(tile, row + 1, column, i, Texel(four.x), bias, isColumn.x && isRow.y);
                    setTexel(tile, row + 1, column, i + 1, Texel(four.y), bias, isColumn.y && isRow.y);
                }
            }
        }
        return;
    }
#endif
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        [[unroll]] for (uint column = 0; column < kColumns; ++column) {
            [[unroll]] for (uint i = 0; i < kVector; ++i) {
                const uvec2 texel = origin + uvec2(columnOf(column) + i, rowOf(row)) - kBorder; // may wrap around
                const uvec2 inside = min(texel, last);
                setTexel(tile, row, column, i, fetch(region + inside), bias, texel == inside);
            }
        }
    }
}

// The scan that turns a loaded tile into a summed-area table: along rows by shuffles; down columns in registers and,
// between subgroups, through shared memory.
Element laneBefore(Element value, uint distance) { return fromWords(subgroupShuffleUp(toWords(value), distance)); }
Element laneAt(Element value, uint lane) { return fromWords(subgroupShuffle(toWords(value), lane)); }

#if defined(TABLE_FIXED)
#include "tables/fixed_order.glsl"
#else
// Scans along a row of the grid of lanes, and down a column.
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

// Turns the subgroup's part of a loaded tile into a summed-area table.
void scanSubgroup(inout Tile tile)
{
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        scanRow(tile.items[row]);
    [[unroll]] for (uint column = 0; column < kColumns; ++column) {
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            [[unroll]] for (uint value = 0; value < kValues; ++value) {
                Element above = identity(); // sum of the blocks above
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

#endif

// Turns the loaded tile into a summed-area table.
void scanTile(inout Tile tile, out Edges edges)
{
#if defined(TABLE_FIXED)
    scanInFixedOrder(tile, edges);
#else
    scanSubgroup(tile);
    if (laneRow() == kLaneRows - 1)
        [[unroll]] for (uint column = 0; column < kColumns; ++column)
            [[unroll]] for (uint i = 0; i < kVector; ++i)
                [[unroll]] for (uint value = 0; value < kValues; ++value)
                    sharedBottoms[gl_SubgroupID * kBottomWords + bottomWord(column, i, value)] =
                        tile.items[kRows - 1][column][i][value];
    barrier();
    // Scans down the subgroups, in all invocations, since lavapipe loses subgroups that skip a loop that others run.
    [[unroll]] for (uint run = 0; run < kBottomRuns; ++run) {
        // All are read before any is written, so that reads overlap.
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
#endif
    if (laneColumn() == kLaneColumns - 1)
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            [[unroll]] for (uint value = 0; value < kValues; ++value)
                sharedRight[rightWord(row, value)] = tile.items[row][kColumns - 1][kVector - 1][value];
    barrier();
    [[unroll]] for (uint run = 0; run < kRightRuns; ++run)
        if (wordOf(run) < kRightWords)
            edges.right[run] = sharedRight[wordOf(run)];
}
#endif
