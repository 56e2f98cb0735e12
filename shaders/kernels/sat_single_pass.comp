#version 460
#extension GL_GOOGLE_include_directive : require
// The FlatSum and Spine strategies of summed-area tables: one pass, bit-deterministic, whose tiles wait for others
// (tables/windows.glsl).
#include "tables/source.glsl"
#include "core/workgroup.glsl"
#include "core/single_pass.glsl"
#include "tables/tile.glsl"

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

void storeEdgeWord(uint slot, Element sum) { publish(slot, sum); }

#include "tables/windows.glsl"

void main()
{
    const uvec2 tiles = tileGrid();
    if (workgroupIndex() >= tiles.x * tiles.y)
        return;
    const Turn turn = takeTurn(tiles.x * tiles.y);
    if (turn.index >= tiles.x * tiles.y)
        return;
    const uint index = tileOfTurn(turn, tiles.x * tiles.y);
    const uvec2 at = kDiagonals ? tileOnDiagonals(index, tiles) : uvec2(index % tiles.x, index / tiles.x);
    const uvec2 origin = at * uvec2(kTileWidth, kTileHeight);
    const vec4 bias = biasOfTiles(turn.index == 0);
    Tile tile;
    Edges edges;
    loadTile(origin, bias, tile);
    shareTag(turn);
    scanTile(tile, edges);
    runTag = sharedTag;

    const bool endsRow = leadsRow(at);
    const bool publishesRight = at.x + 1 < tiles.x && mayPublish(index);
    if (publishesRight && !endsRow)
        publishRight(at, edges, false);
    const uint firstLeft = firstEdge(at.x, kRowWindow);
    sumLeft(rightSlot(uvec2(firstLeft, at.y)), kRightWords, at.x - firstLeft);
    if (publishesRight && endsRow)
        publishRight(at, edges, true);

    const bool endsColumn = leadsColumn(at);
    const bool publishesBottom = at.y + 1 < tiles.y && mayPublish(index);
    if (publishesBottom && !endsColumn)
        publishBottom(at, edges, false);
    const uint firstAbove = firstEdge(at.y, kColumnWindow);
    sumAbove(bottomSlot(uvec2(at.x, firstAbove)), tiles.x * kBottomWords, at.y - firstAbove);
    if (publishesBottom && endsColumn)
        publishBottom(at, edges, true);
    storeTile(origin, tile);
    if (index == tiles.x * tiles.y - 1)
        endRun();
}
