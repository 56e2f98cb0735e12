#version 460
#extension GL_GOOGLE_include_directive : require
// The FlatSum and Spine strategies of summed-area tables: one pass, bit-deterministic. A tile publishes its right edge,
// waits for the sums left of it, publishes its bottom edge with them, waits for the sums above it, and stores.
//
// Edges are summed over windows of tiles, in rows and in columns. The last tile of a window, its leader, publishes the
// sum of all edges up to its own instead of its edge. If one window holds all tiles this is a flat sum.
//
// With several windows tiles are taken diagonal by diagonal, so that the neighbours that a tile waits for began long
// before it. Row by row, a whole row would wait for its slowest tile.
#include "tables/source.glsl"
#include "core/workgroup.glsl"
#include "core/single_pass.glsl"
#include "tables/mean.glsl"
#include "tables/tile.glsl"

#include "tables/windows.glsl"

// Waits like waitForSlot, for `count` slots in turn, and sums them in their order. The first poll is outside the loop:
// with one poll, as on lavapipe, invocations leave no loop at different times.
Element sumSlots(uint first, uint stride, uint count, uint most)
{
    Element sum = identity();
    uint next = sumReady(first, stride, count, 0, sum);
    for (uint poll = 1; poll < kPolls && next < count; ++poll)
        next = sumReady(first, stride, count, next, sum);
    POLL_IN_ROUNDS(next >= count, next = sumReady(first, stride, count, next, sum))
    if (next < count)
        giveUp();
    return sum;
}

#include "tables/edges.glsl"

#include "tables/published_edges.glsl"

void main()
{
    const uvec2 tiles = tileGrid();
    if (workgroupIndex() >= TILE_COUNT(tiles))
        return;
    const Turn turn = takeTurn(TILE_COUNT(tiles));
    if (turn.index >= TILE_COUNT(tiles))
        return;
    const uint index = INDEX_IN_LAYER(tileOfTurn(turn, TILE_COUNT(tiles)), tiles);
    const uvec2 at = kDiagonals ? tileOnDiagonals(index, tiles) : uvec2(index % tiles.x, index / tiles.x);
    const uvec2 origin = at * uvec2(kTileWidth, kTileHeight);
    vec4 bias = givenBias();
    // Each workgroup finds the mean by itself: few texels, in caches, take less time than waiting for another workgroup.
    // Beside those of a tile they would take registers.
    if (kBias == kBiasMean) {
        bias = meanOfGrid();
        if (turn.index == 0 && gl_LocalInvocationIndex == 0)
            BiasAt(push.biasAddress).bias = bias;
    }
    Tile tile;
    Edges edges;
    loadTile(origin, bias, tile);
    shareTag(turn);
    scanTile(tile, edges);
    runTag = sharedTag;

    const bool leadsRow = at.x % kRowWindow == kRowWindow - 1;
    const bool publishesRight = at.x + 1 < tiles.x && mayPublish(index);
    if (publishesRight && !leadsRow)
        publishRight(at, edges, false);
    const uint firstLeft = firstEdge(at.x, kRowWindow);
    sumLeft(rightSlot(uvec2(firstLeft, at.y)), kRightWords, at.x - firstLeft);
    if (publishesRight && leadsRow)
        publishRight(at, edges, true);

    const bool leadsColumn = at.y % kColumnWindow == kColumnWindow - 1;
    const bool publishesBottom = at.y + 1 < tiles.y && mayPublish(index);
    if (publishesBottom && !leadsColumn)
        publishBottom(at, edges, false);
    const uint firstAbove = firstEdge(at.y, kColumnWindow);
    sumAbove(bottomSlot(uvec2(at.x, firstAbove)), tiles.x * kBottomWords, at.y - firstAbove);
    if (publishesBottom && leadsColumn)
        publishBottom(at, edges, true);
    storeTile(origin, tile);
    if (index == tiles.x * tiles.y - 1)
        endRun();
}
