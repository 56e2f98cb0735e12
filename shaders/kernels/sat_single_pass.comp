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
//
// With the macro TABLE_FALLS_BACK the single pass may be given up. Dispatches behind it then make the tables again.
#if defined(TABLE_FALLS_BACK)
#define ROUNDS_EACH_RESULT // both have the same bits
#endif
#include "tables/source.glsl"
#include "core/workgroup.glsl"
#include "core/single_pass.glsl"
#include "tables/mean.glsl"
#include "tables/tile.glsl"

layout(constant_id = kIdRowWindow) const uint kRowWindow = 32; // tiles
layout(constant_id = kIdColumnWindow) const uint kColumnWindow = 32;
layout(constant_id = kIdDiagonals) const bool kDiagonals = false;
const uint kBatch = kValues * kWords == 1 ? 2 : 4; // loads in flight

uint sumReady(uint first, uint stride, uint count, uint next, inout Element sum)
{
    Element values[kBatch];
    bool ready[kBatch];
    [[unroll]] for (uint i = 0; i < kBatch; ++i) {
        ready[i] = false;
        if (next + i < count)
            ready[i] = tryLoad(first + (next + i) * stride, values[i]);
    }
    bool all = true;
    uint summed = next;
    [[unroll]] for (uint i = 0; i < kBatch; ++i) {
        all = all && ready[i];
        if (all) {
            sum = combine(sum, values[i]);
            ++summed;
        }
    }
    return summed;
}

#if defined(TABLE_FALLS_BACK)
#include "tables/stored_edges.glsl"
#endif

// Waits like waitForSlot, for `count` slots in turn, and sums them in their order. The first poll is outside the loop:
// with one poll, as on lavapipe, invocations leave no loop at different times.
Element sumSlots(uint first, uint stride, uint count, uint most)
{
#if defined(TABLE_FALLS_BACK)
    if (kAgain)
        return sumStored(first, stride, count, most);
#endif
    Element sum = identity();
    uint next = sumReady(first, stride, count, 0, sum);
    for (uint poll = 1; poll < kPolls && next < count; ++poll) {
        next = sumReady(first, stride, count, next, sum);
#if defined(TABLE_FALLS_BACK)
        if (poll % kPollsOfGivenUp == kPollsOfGivenUp - 1 && isGivenUp())
            break;
#endif
    }
    POLL_IN_ROUNDS(next >= count, next = sumReady(first, stride, count, next, sum))
    if (next < count)
        giveUp();
    return sum;
}

#include "tables/edges.glsl"

// The first edge that a tile sums: the leader of the window before its own, or the first tile.
uint firstEdge(uint index, uint window)
{
    const uint first = index - index % window;
    return first > 0 ? first - 1 : 0;
}

void publishRight(uvec2 at, Edges edges, bool withLeft)
{
    [[unroll]] for (uint run = 0; run < kRightRuns; ++run) {
        if (wordOf(run) < kRightWords) {
            Element sum = edges.right[run];
            if (withLeft)
                sum = combine(sharedRight[wordOf(run)], sum);
            publish(rightSlot(at) + wordOf(run), sum);
        }
    }
}

// Publishes the bottom edge with the sums left of it.
void publishBottom(uvec2 at, Edges edges, bool withAbove)
{
    [[unroll]] for (uint run = 0; run < kBottomRuns; ++run) {
        if (wordOf(run) < kBottomWords) {
            Element sum = bottomWithLeft(edges, run);
            if (withAbove)
                sum = combine(sharedTop[wordOf(run)], sum);
            publish(bottomSlot(at) + wordOf(run), sum);
        }
    }
}

// The tile of an index if tiles are counted diagonal by diagonal.
uvec2 tileOnDiagonals(uint index, uvec2 tiles)
{
    const uint side = min(tiles.x, tiles.y);
    const uint triangle = side * (side - 1) / 2; // tiles before the first diagonal of full length
    const uint all = tiles.x * tiles.y;
    const bool isLate = index >= all - triangle; // diagonals shorten: the beginning, mirrored
    const uint i = isLate ? all - 1 - index : index;
    uint diagonal;
    uint place;
    if (i < triangle) {
        diagonal = uint((sqrt(8.0 * float(i) + 1.0) - 1.0) * 0.5); // or one beside it
        diagonal -= diagonal * (diagonal + 1) / 2 > i ? 1 : 0;
        diagonal += (diagonal + 1) * (diagonal + 2) / 2 <= i ? 1 : 0;
        place = i - diagonal * (diagonal + 1) / 2;
    } else {
        diagonal = side - 1 + (i - triangle) / side;
        place = (i - triangle) % side;
    }
    const uvec2 at = tiles.x <= tiles.y ? uvec2(place, diagonal - place) : uvec2(diagonal - place, place);
    return isLate ? tiles - 1 - at : at;
}

#if defined(TABLE_FALLS_BACK)
#include "tables/again.glsl"
#endif

void main()
{
#if defined(TABLE_FALLS_BACK)
    if (kAgain) {
        makeAgain();
        return;
    }
#endif
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
#if defined(TABLE_FALLS_BACK)
    settleCountedTurn(turn, TILE_COUNT(tiles), 1);
#endif
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
