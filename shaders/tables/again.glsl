// Tables made again, without waits, by dispatches behind a single pass that was given up. If it was not, they end at
// once. A dispatch for each phase (table_again_abi.h) takes all tiles, some by each workgroup.
#ifndef VKSCAN_TABLES_AGAIN
#define VKSCAN_TABLES_AGAIN
#include "core/wanted.glsl"
#include "tables/edges.glsl"
#include "tables/stored_edges.glsl"

// The sum of one word of the first `index` edges of a row or column, which begin at slot `slots` and every `stride`
// slots. Windows are summed one after the other, as their leaders do in the single pass: see sumEdges.
Element sumWindows(uint words, uint run, uint slots, uint stride, uint index, uint window)
{
    const bool takesFirst = 2 * words > kWorkgroupSize || gl_LocalInvocationIndex < words;
    uint first = 0;
    followsLeader = false;
    for (uint leader = window - 1; leader < index - index % window; leader += window) {
        const Element before = sumEdges(words, run, slots + first * stride, stride, leader - first);
        leaderSum = combine(before, loadSlot(slots + leader * stride + min(wordOf(run), words - 1)));
        followsLeader = takesFirst;
        first = leader;
    }
    return sumEdges(words, run, slots + first * stride, stride, index - first);
}

void storeRight(uvec2 at, Edges edges)
{
    [[unroll]] for (uint run = 0; run < kRightRuns; ++run)
        if (wordOf(run) < kRightWords)
            storeSlot(rightSlot(at) + wordOf(run), edges.right[run]);
}

// Stores the bottom edge with the sums left of it.
void storeBottom(uvec2 at, Edges edges)
{
    [[unroll]] for (uint run = 0; run < kBottomRuns; ++run)
        if (wordOf(run) < kBottomWords)
            storeSlot(bottomSlot(at) + wordOf(run), bottomWithLeft(edges, run));
}

void sumAllLeft(uvec2 at)
{
    [[unroll]] for (uint run = 0; run < kRightRuns; ++run) {
        const Element sum = sumWindows(kRightWords, run, rightSlot(uvec2(0, at.y)), kRightWords, at.x, kRowWindow);
        if (wordOf(run) < kRightWords)
            sharedRight[wordOf(run)] = sum;
    }
    barrier();
}

void sumAllAbove(uvec2 at)
{
    const uint stride = tileGrid().x * kBottomWords;
    [[unroll]] for (uint run = 0; run < kBottomRuns; ++run) {
        const Element sum = sumWindows(kBottomWords, run, bottomSlot(uvec2(at.x, 0)), stride, at.y, kColumnWindow);
        if (wordOf(run) < kBottomWords)
            sharedTop[wordOf(run)] = sum;
    }
    barrier();
}

void makeAgain()
{
    if (!isWanted())
        return;
    if (push.phase == kPhaseRight && gl_GlobalInvocationID == uvec3(0))
        countFallback();
    const uvec2 tiles = tileGrid();
    for (uint i = gl_WorkGroupID.x; i < TILE_COUNT(tiles); i += push.gridWidth) {
        const uint index = INDEX_IN_LAYER(i, tiles);
        const uvec2 at = uvec2(index % tiles.x, index / tiles.x);
        const uvec2 origin = at * uvec2(kTileWidth, kTileHeight);
        Tile tile;
        Edges edges;
        loadTile(origin, givenBias(), tile);
        scanTile(tile, edges);
        if (push.phase == kPhaseRight) {
            storeRight(at, edges);
        } else {
            sumAllLeft(at);
            if (push.phase == kPhaseBottom) {
                storeBottom(at, edges);
            } else {
                sumAllAbove(at);
                storeTile(origin, tile);
            }
        }
        barrier(); // shared memory may be written again
    }
}
#endif
