#version 460
#extension GL_GOOGLE_include_directive : require
// The SpineWithFallback strategy of summed-area tables: the single pass of sat_single_pass.comp, whose waits may be
// given up; and, with kAgain, the dispatches behind it. These make the tables again, without waits, if it was given up,
// and end at once if it was not.
//
// There is a dispatch for each phase (table_again_abi.h), whose workgroups take several tiles each. It finds what the
// phases before it have stored in scratch. It groups sums as the single pass does, so that floats have the same bits.
#define ROUNDS_EACH_RESULT // in both
#include "tables/source.glsl"
#include "abi/table_again_abi.h"
#include "core/single_pass.glsl"
#include "core/wanted.glsl"
#include "core/workgroup.glsl"
#include "tables/mean.glsl"
#include "tables/tile.glsl"
#include "tables/windows.glsl"

layout(constant_id = kIdAgain) const bool kAgain = false;

// The sum that the leader of the window before publishes in the single pass. If a table is made again, it replaces the
// first slot of a sum where followsLeader is set.
Element leaderSum;
bool followsLeader = false;

Element sumStored(uint first, uint stride, uint count, uint most)
{
    Element sum = identity();
    for (uint i = 0; i < most; ++i)
        if (i < count)
            sum = combine(sum, i == 0 && followsLeader ? leaderSum : loadSlot(first + i * stride));
    return sum;
}

// Waits and sums as sat_single_pass.comp does, but stops polling if the run was given up.
Element sumSlots(uint first, uint stride, uint count, uint most)
{
    if (kAgain)
        return sumStored(first, stride, count, most);
    Element sum = identity();
    uint next = sumReady(first, stride, count, 0, sum);
    for (uint poll = 1; poll < kPolls && next < count; ++poll) {
        next = sumReady(first, stride, count, next, sum);
        if (poll % kPollsOfGivenUp == kPollsOfGivenUp - 1 && isGivenUp())
            break;
    }
    POLL_IN_ROUNDS(next >= count, next = sumReady(first, stride, count, next, sum))
    if (next < count)
        giveUp();
    return sum;
}

#include "tables/published_edges.glsl"

// The sum of one word of the first `index` edges of a row or column, which begin at slot `slots` and every `stride`
// slots. A single pass begins with the leader of the window before, whose slot has all that precedes. If a table is
// made again, windows are summed one after the other, as their leaders do in the single pass.
Element sumWindows(uint words, uint run, uint slots, uint stride, uint index, uint window)
{
    const bool takesFirst = 2 * words > kWorkgroupSize || gl_LocalInvocationIndex < words; // see sumEdges
    const uint windows = kAgain ? index / window + 1 : 1;
    uint first = kAgain ? 0 : firstEdge(index, window);
    Element sum = identity();
    followsLeader = false;
    for (uint i = 0; i < windows; ++i) {
        const bool isLast = i == windows - 1;
        const uint end = isLast ? index : (i + 1) * window - 1;
        sum = sumEdges(words, run, slots + first * stride, stride, end - first);
        if (!isLast) {
            leaderSum = combine(sum, loadSlot(slots + end * stride + min(wordOf(run), words - 1)));
            followsLeader = takesFirst;
            first = end;
        }
    }
    return sum;
}

void sumWindowsLeft(uvec2 at)
{
    [[unroll]] for (uint run = 0; run < kRightRuns; ++run) {
        const Element sum = sumWindows(kRightWords, run, rightSlot(uvec2(0, at.y)), kRightWords, at.x, kRowWindow);
        if (wordOf(run) < kRightWords)
            sharedRight[wordOf(run)] = sum;
    }
    barrier();
}

void sumWindowsAbove(uvec2 at)
{
    const uint stride = tileGrid().x * kBottomWords;
    [[unroll]] for (uint run = 0; run < kBottomRuns; ++run) {
        const Element sum = sumWindows(kBottomWords, run, bottomSlot(uvec2(at.x, 0)), stride, at.y, kColumnWindow);
        if (wordOf(run) < kBottomWords)
            sharedTop[wordOf(run)] = sum;
    }
    barrier();
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

// Makes the tile of an index: of the single pass's turn; or a tile of a phase.
void makeTile(uint tileIndex, uvec2 tiles, Turn turn)
{
    const uint index = INDEX_IN_LAYER(tileIndex, tiles);
    const uvec2 at = kDiagonals ? tileOnDiagonals(index, tiles) : uvec2(index % tiles.x, index / tiles.x);
    const uvec2 origin = at * uvec2(kTileWidth, kTileHeight);
    vec4 bias = givenBias();
    if (kBias == kBiasMean) {
        bias = meanOfGrid();
        if (turn.index == 0 && gl_LocalInvocationIndex == 0)
            BiasAt(push.biasAddress).bias = bias;
    }
    Tile tile;
    Edges edges;
    loadTile(origin, bias, tile);
    if (!kAgain) {
        settleCountedTurn(turn, TILE_COUNT(tiles), 1);
        shareTag(turn);
    }
    scanTile(tile, edges);
    if (!kAgain)
        runTag = sharedTag;

    const bool leadsRow = at.x % kRowWindow == kRowWindow - 1;
    const bool publishesRight = !kAgain && at.x + 1 < tiles.x && mayPublish(index);
    if (publishesRight && !leadsRow)
        publishRight(at, edges, false);
    if (kAgain && push.phase == kPhaseRight) {
        storeRight(at, edges);
        return;
    }
    sumWindowsLeft(at);
    if (publishesRight && leadsRow)
        publishRight(at, edges, true);

    const bool leadsColumn = at.y % kColumnWindow == kColumnWindow - 1;
    const bool publishesBottom = !kAgain && at.y + 1 < tiles.y && mayPublish(index);
    if (publishesBottom && !leadsColumn)
        publishBottom(at, edges, false);
    if (kAgain && push.phase == kPhaseBottom) {
        storeBottom(at, edges);
        return;
    }
    sumWindowsAbove(at);
    if (publishesBottom && leadsColumn)
        publishBottom(at, edges, true);
    storeTile(origin, tile);
}

void main()
{
    const uvec2 tiles = tileGrid();
    const uint count = TILE_COUNT(tiles);
    if (workgroupIndex() >= count)
        return;
    if (kAgain && !isWanted())
        return;
    if (kAgain && push.phase == kPhaseRight && gl_GlobalInvocationID == uvec3(0))
        countFallback();
    Turn turn = Turn(workgroupIndex(), 0, 0);
    if (!kAgain)
        turn = takeTurn(count);
    if (turn.index >= count)
        return;
    const uint first = kAgain ? turn.index : tileOfTurn(turn, count);
    const uint rounds = kAgain ? divideRoundingUp(count - first, push.gridWidth) : 1;
    for (uint i = 0; i < rounds; ++i) {
        makeTile(first + i * push.gridWidth, tiles, turn);
        if (kAgain)
            barrier(); // shared memory may be written again
    }
}
