#version 460
#extension GL_GOOGLE_include_directive : require
// The single pass of summed-area tables, with the same bits in every run. A tile publishes its right edge, waits for
// the sums left of it, publishes its bottom edge including these, waits for the sums above it, and stores.
//
// Edges are summed over windows of tiles, in rows and in columns. The last tile of a window, its leader, publishes the
// sum of all edges up to its own instead of its edge. If one window holds all tiles, this is a flat sum. With several
// windows, tiles are taken diagonal by diagonal, so that the neighbours that a tile waits for began long before it. If
// taken row by row, a whole row would wait for its slowest tile.
//
// With kFallsBack, waits may be given up. When that pass ends, each tile has left its right edge in its slots, for a
// leader including the sums left of it if known; and its bottom edge, if it knows the sums left of it. With kAgain, the
// dispatches of the recovery pass make the remaining tiles without waits; if there are none, they end at once. One
// finds the missing bottom edges, another the entries (table_abi.h). Sums are grouped as in the single pass, so
// that floats have the same bits.
//
// Slots: right edges, bottom edges, marks of a pass that may give up.

#define ROUNDS_EACH_RESULT // in all these dispatches
#include "tables/source.glsl"
#include "core/single_pass.glsl"
#include "core/workgroup.glsl"
#include "tables/mean.glsl"
#include "tables/tile.glsl"
#include "tables/windows.glsl"

// The sum that the leader of the previous window publishes in the single pass, or would have. In the recovery pass, it
// replaces the first slot of a sum if followsLeader is set.
Element leaderSum;
bool followsLeader = false;

// Sums `count` slots in their order: results of an earlier dispatch, or published ones. Then it waits like waitForSlot,
// for one slot after another. The first poll is outside the loop: with a single poll, as on lavapipe, all invocations
// leave the loop together. There is no return in the middle, which would become a loop in inlined functions.
Element sumSlots(uint first, uint stride, uint count, uint most)
{
    Element sum = identity();
    if (kAgain) {
        for (uint i = 0; i < most; ++i)
            if (i < count)
                sum = combine(sum, i == 0 && followsLeader ? leaderSum : loadSlot(first + i * stride));
    } else {
        uint next = sumReady(first, stride, count, 0, sum);
        for (uint poll = 1; poll < kPolls && next < count; ++poll) {
            next = sumReady(first, stride, count, next, sum);
            if (kFallsBack && poll % kPollsOfGivenUp == kPollsOfGivenUp - 1 && isGivenUp())
                break;
        }
        POLL_IN_ROUNDS(next >= count, next = sumReady(first, stride, count, next, sum))
        if (next < count)
            giveUp();
    }
    return sum;
}

#include "tables/published_edges.glsl"

// The word with a tile's mark.
uint64_t markOf(uvec2 at)
{
    const uvec2 tiles = tileGrid();
    const uint edges = tiles.x * tiles.y * (kRightWords + kBottomWords);
    return slotAddress(SLOT_OF_LAYER(edges + at.y * tiles.x + at.x));
}

// Whether a leader has published only its own edge, without knowing the sum before it.
bool hasOwnEdge(uvec2 leader, bool isBottom)
{
    return isLeft(markOf(leader), kMissedLeft) || (isBottom && isLeft(markOf(leader), kMissedAbove));
}

// The sum of one word of the edges before a tile: its row's right edges, or its column's bottom edges, which begin at
// slot `slots`, `stride` slots apart. A single pass begins with the leader of the previous window, whose slot has the
// whole sum before. A recovery pass sums windows in sequence, like their leaders in the single pass.
Element sumWindows(uint words, uint run, uint slots, uint stride, uvec2 at, bool isBottom)
{
    const bool takesFirst = 2 * words > kWorkgroupSize || gl_LocalInvocationIndex < words; // see sumEdges
    const uint index = isBottom ? at.y : at.x;
    const uint window = isBottom ? kColumnWindow : kRowWindow;
    uint first = kAgain ? 0 : firstEdge(index, window);
    uint leader = kAgain ? window - 1 : index; // leader of the window to sum
    Element sum = identity();
    followsLeader = false;
    do {
        const bool isLast = !kAgain || leader >= index;
        const uint end = isLast ? index : leader;
        sum = sumEdges(words, run, slots + first * stride, stride, end - first);
        if (!isLast) {
            leaderSum = loadSlot(slots + end * stride + min(wordOf(run), words - 1));
            if (hasOwnEdge(isBottom ? uvec2(at.x, end) : uvec2(end, at.y), isBottom))
                leaderSum = combine(sum, leaderSum);
            followsLeader = takesFirst;
            leader += window;
        }
        first = end;
    } while (kAgain && first < index);
    return sum;
}

void sumWindowsLeft(uvec2 at)
{
    [[unroll]] for (uint run = 0; run < kRightRuns; ++run) {
        const Element sum = sumWindows(kRightWords, run, rightSlot(uvec2(0, at.y)), kRightWords, at, false);
        if (wordOf(run) < kRightWords)
            sharedRight[wordOf(run)] = sum;
    }
    barrier();
}

void sumWindowsAbove(uvec2 at)
{
    const uint stride = tileGrid().x * kBottomWords;
    [[unroll]] for (uint run = 0; run < kBottomRuns; ++run) {
        const Element sum = sumWindows(kBottomWords, run, bottomSlot(uvec2(at.x, 0)), stride, at, true);
        if (wordOf(run) < kBottomWords)
            sharedTop[wordOf(run)] = sum;
    }
    barrier();
}

// Stores an element of an edge without the tag, so that waiting tiles do not mistake it for the sum of all edges before
// them. They may load it at the same time.
void storeUntagged(uint slot, Element sum)
{
    [[unroll]] for (uint i = 0; i < kStateWords; ++i)
        atomicStore(AtomicAt(slotAddress(slot) + i * kScratchWordBytes).word,
                    packUint2x32(uvec2(stateWord(sum, i), 0u)), gl_ScopeDevice, gl_StorageSemanticsNone,
                    gl_SemanticsRelaxed);
}

void storeRight(uvec2 at, Edges edges)
{
    [[unroll]] for (uint run = 0; run < kRightRuns; ++run)
        if (wordOf(run) < kRightWords)
            storeUntagged(rightSlot(at) + wordOf(run), edges.right[run]);
}

// Stores the bottom edge including the sums left of it.
void storeBottom(uvec2 at, Edges edges)
{
    [[unroll]] for (uint run = 0; run < kBottomRuns; ++run)
        if (wordOf(run) < kBottomWords)
            storeUntagged(bottomSlot(at) + wordOf(run), bottomWithLeft(edges, run));
}

// Whether a phase has to make the tile.
bool isWanted(uvec2 at, uvec2 tiles)
{
    if (push.phase == kPhaseBottom)
        return at.y + 1 < tiles.y && isLeft(markOf(at), kMissedLeft);
    return hasOwnEdge(at, true);
}

// Makes a tile: that of the single pass's turn, or a remaining one.
void makeTile(uint index, uvec2 at, uvec2 tiles, Turn turn)
{
    const uvec2 origin = at * uvec2(kTileWidth, kTileHeight);
    vec4 bias = givenBias();
    // Each workgroup finds the mean itself: a few texels, in caches, take less time than waiting for another workgroup.
    // They are loaded before the tile, so that both need not be in registers.
    if (kBias == kBiasMean) {
        bias = meanOfGrid();
        if (turn.index == 0 && gl_LocalInvocationIndex == 0)
            BiasAt(push.biasAddress).bias = bias;
    }
    Tile tile;
    Edges edges;
    loadTile(origin, bias, tile);
    if (!kAgain)
        shareTag(turn);
    scanTile(tile, edges);
    if (!kAgain)
        runTag = sharedTag;
    if (kFallsBack && !mayPublish(index) && gl_LocalInvocationIndex == 0)
        giveUp();

    const bool publishes = !kAgain && (kFallsBack || mayPublish(index));
    const bool hasRight = publishes && at.x + 1 < tiles.x;
    const bool leadsRow = at.x % kRowWindow == kRowWindow - 1;
    const bool publishesFirst = !leadsRow && mayPublish(index);
    if (hasRight && publishesFirst)
        publishRight(at, edges, false);
    sumWindowsLeft(at);
    const bool knowsLeft = !hasMissed();
    if (kFallsBack)
        barrier(); // others may give up from now on
    if (hasRight && leadsRow && !knowsLeft)
        storeRight(at, edges);
    else if (hasRight && !publishesFirst)
        publishRight(at, edges, leadsRow);

    const bool hasBottom = publishes && at.y + 1 < tiles.y;
    const bool leadsColumn = at.y % kColumnWindow == kColumnWindow - 1;
    if (!knowsLeft) {
        leaveTile(markOf(at), kMissedLeft);
    } else if (kAgain && push.phase == kPhaseBottom) {
        storeBottom(at, edges);
    } else {
        if (hasBottom && !leadsColumn)
            publishBottom(at, edges, false);
        sumWindowsAbove(at);
        const bool knowsAbove = !hasMissed();
        if (hasBottom && leadsColumn && !knowsAbove)
            storeBottom(at, edges);
        else if (hasBottom && leadsColumn)
            publishBottom(at, edges, true);
        if (knowsAbove)
            storeTile(origin, tile);
        else
            leaveTile(markOf(at), kMissedAbove);
    }
    if (index == tiles.x * tiles.y - 1)
        endRun();
}

void main()
{
    const uvec2 tiles = tileGrid();
    const uint count = tileCount(tiles);
    if (workgroupIndex() >= count)
        return;
    if (kAgain && !takesOver(loadBefore(), push.phase == kPhaseBottom))
        return;
    Turn turn = Turn(workgroupIndex(), 0);
    if (!kAgain)
        turn = takeTurn(count);
    if (turn.index >= count)
        return;
    uint place = kAgain ? turn.index : tileOfTurn(turn, count);
    do {
        const uint index = takeLayer(place, tiles);
        const uvec2 at = kDiagonals ? tileOnDiagonals(index, tiles) : uvec2(index % tiles.x, index / tiles.x);
        if (!kAgain || isWanted(at, tiles))
            makeTile(index, at, tiles, turn);
        if (kAgain)
            barrier(); // shared memory may be written again
        place += push.gridWidth;
    } while (kAgain && place < count);
}
