#version 460
#extension GL_GOOGLE_include_directive : require
// The DecoupledFallback strategy of summed-area tables: one pass, bit-deterministic, that needs no promise
// (tables/windows.glsl). Where others publish too late, the workgroup drops its tile, does a tile whose edges are
// missing as if it were its own, but for storing the table, and begins again.
//
// An edge has one tag, that of its first word.
#include "tables/source.glsl"
#include "core/workgroup.glsl"
#include "core/fallback.glsl"
#include "tables/tile.glsl"

void storeEdgeWord(uint slot, Element sum) { storeState(slot, sum); }

void finishEdge(uint slot)
{
    orderWorkgroup();
    releaseStores();
    if (gl_LocalInvocationIndex == 0)
        storeTag(slot);
}

Element sumSlots(uint first, uint stride, uint count, uint most)
{
    Element sum = identity();
    for (uint i = 0; i < most; ++i)
        if (i < count)
            sum = combine(sum, stateOf(first + i * stride));
    return sum;
}

#include "tables/windows.glsl"

// The edges that a tile sums: `count` of them, which begin every `stride` slots.
struct EdgeList {
    uint first;
    uint stride;
    uint count;
};

EdgeList edgesLeftOf(uvec2 at)
{
    const uint first = firstEdge(at.x, kRowWindow);
    return EdgeList(rightSlot(uvec2(first, at.y)), kRightWords, at.x - first);
}

EdgeList edgesAbove(uvec2 at)
{
    const uint first = firstEdge(at.y, kColumnWindow);
    return EdgeList(bottomSlot(uvec2(at.x, first)), tileGrid().x * kBottomWords, at.y - first);
}

// Waits until the edges are there. The result is the same in all invocations.
bool waitForEdges(EdgeList list)
{
    const uint invocation = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    const bool all = waitForTag(invocation < list.count, list.first + invocation * list.stride);
    orderWorkgroup();
    return all;
}

// The place of the first edge that is not there, or kNothing.
uint firstMissing(EdgeList list)
{
    const uint slot = firstMissing(list.first, list.stride, list.count);
    return slot == kNothing ? kNothing : (slot - list.first) / list.stride;
}

// The tile to do next so that `at` need not wait: one with an edge that is missing, for which nothing else is. If there
// is none, the tile itself. Each step goes left or up.
uvec2 nextTile(uvec2 at)
{
    const uint most = at.x + at.y + 1;
    bool needsLeft = true; // to publish the edge
    bool needsAbove = true;
    bool found = false;
    for (uint step = 0; step < most && !found; ++step) {
        const uint left = needsLeft ? firstMissing(edgesLeftOf(at)) : kNothing;
        if (left != kNothing) {
            at.x = firstEdge(at.x, kRowWindow) + left;
            needsLeft = leadsRow(at);
            needsAbove = false;
        } else {
            const uint above = needsAbove ? firstMissing(edgesAbove(at)) : kNothing;
            found = above == kNothing;
            if (!found) {
                at.y = firstEdge(at.y, kColumnWindow) + above;
                needsLeft = true;
                needsAbove = leadsColumn(at);
            }
        }
    }
    return at;
}

// Publishes the edges of a tile, if it `publishes`, and sums those that precede it. Returns false, as soon as nothing
// more can be done, if some are missing.
bool sumNeighbours(uvec2 at, Edges edges, bool publishes)
{
    const uvec2 tiles = tileGrid();
    const bool publishesRight = publishes && at.x + 1 < tiles.x;
    const bool publishesBottom = publishes && at.y + 1 < tiles.y;
    const EdgeList left = edgesLeftOf(at);
    const EdgeList above = edgesAbove(at);
    if (publishesRight && !leadsRow(at)) {
        publishRight(at, edges, false);
        finishEdge(rightSlot(at));
    }
    bool known = waitForEdges(left);
    if (known) {
        sumLeft(left.first, left.stride, left.count);
        if (publishesRight && leadsRow(at)) {
            publishRight(at, edges, true);
            finishEdge(rightSlot(at));
        }
        if (publishesBottom && !leadsColumn(at)) {
            publishBottom(at, edges, false);
            finishEdge(bottomSlot(at));
        }
        known = waitForEdges(above);
    }
    if (known) {
        sumAbove(above.first, above.stride, above.count);
        if (publishesBottom && leadsColumn(at)) {
            publishBottom(at, edges, true);
            finishEdge(bottomSlot(at));
        }
    }
    return known;
}

void main()
{
    const uvec2 tiles = tileGrid();
    const uint count = tiles.x * tiles.y;
    if (workgroupIndex() >= count)
        return;
    const Turn turn = takeTurn(count);
    if (turn.index >= count)
        return;
    shareTag(turn);
    releaseStores();
    const bool isLast = leaveRun(count);
    acquireLoads();
    barrier();
    runTag = sharedTag;
    if (isLast)
        openEpoch(runTag);

    const uint index = tileOfTurn(turn, count);
    const uvec2 own = tileOnDiagonals(index, tiles);
    const vec4 bias = biasOfTiles(turn.index == 0);
    uvec2 at = own;
    bool stored = false;
    for (uint i = 0; i < kFallbacks + 2 && !stored; ++i) {
        const uvec2 origin = at * uvec2(kTileWidth, kTileHeight);
        Tile tile;
        Edges edges;
        loadTile(origin, bias, tile);
        scanTile(tile, edges);
        const bool known = sumNeighbours(at, edges, at != own || mayPublish(index));
        if (at == own && known) {
            storeTile(origin, tile);
            stored = true;
        } else {
            if (at != own)
                countFallback();
            at = nextTile(own);
        }
    }
    if (!stored)
        giveUp();
}
