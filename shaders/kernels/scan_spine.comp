#version 460
#extension GL_GOOGLE_include_directive : require
// The Spine and FlatSum strategies: one pass, with the same bits in every run, also for floats. A tile
// publishes its aggregate, waits for its carry, and stores.
//
// The spine is the scan over the aggregates of tiles, which provides each tile's carry. It has two forms, chosen for
// the device: windows of tiles, or a workgroup of its own. In both, the order of additions depends only on indices,
// never on arrival.
//
// In SpineWithFallback, waits are short. A tile whose wait was given up is not stored, but all tiles have published
// their aggregates when the dispatch ends. So the recovery pass (kAgain) finds the carries of these tiles without
// waiting, and scans them. This also works in place, since no other tile has overwritten theirs. Carries are summed in
// the same order.
//
// Slots: the aggregate of every tile, then the carry of every tile; then, with SpineWithFallback, the tiles' marks.
#define VKSCAN_ENTRY_POINT vkscan_kEntryScanSpine
#define VKSCAN_CHECKED_BEFORE kAgain // before any element may have been overwritten
#include "tile/interface.glsl"
#include "core/single_pass.glsl"

layout(constant_id = kIdWindow) const uint kWindow = 256; // tiles, at most the invocations of the workgroup
layout(constant_id = kIdSpineSubgroups) const uint kSpineSubgroups = 0; // 0: leaders of windows keep the spine

uint aggregateSlot(uint tile) { return tile; }
uint carrySlot(uint tile, uint tiles) { return tiles + tile; }
uint64_t markAddress(uint tile, uint tiles) { return slotAddress(2 * tiles) + tile * kScratchWordBytes; }

// Waits for a slot, in each invocation that wants it; in the recovery pass, all wanted slots are there.
void takeSlot(bool wanted, uint slot, inout State value)
{
    if (!kAgain)
        waitForSlot(wanted, slot, value);
    else if (wanted)
        value = loadPublished(slot);
}

// The order in which aggregates are added: that of lanes, or the reproducible one, independent of subgroups' widths.
#if defined(TILE_FIXED_ORDER)
#include "tile/fixed_order_spine.glsl"
#else
#include "tile/spine.glsl"
#endif

bool leadsWindow(uint tile) { return tile % kWindow == kWindow - 1; }

// A workgroup of its own: some of its subgroups take turns at windows with a tile for each lane, poll the aggregates,
// and publish the carry of every tile. A tile then polls one word from one lane, which keeps memory free for the data
// on a full GPU. The spine waits for later tickets, and its subgroups for each other.
const bool kHasSpineWorkgroup = kSpineSubgroups > 0;

shared uint sharedTurn; // window whose turn it is
shared Running sharedRunning;

// Whether it is the turn of a window, the same in all lanes. Words stored before are then visible to all of them.
bool isTurnOf(uint window)
{
    const uint turn = atomicLoad(sharedTurn, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquire);
    return subgroupAll(turn == window);
}

#if defined(TILE_BLOCKS)
#include "tile/blocks_spine.glsl"
#else
const bool kSharesStates = false;
void runWordSpine(uint tiles) {}
void publishByWords(bool wanted, uint slot, State state) {}
State carryByWords(uint tile, uint tiles) { return emptyState(); }
#endif

void runSpine(uint tiles)
{
    if (kSharesStates) {
        runWordSpine(tiles);
        return;
    }
    if (gl_LocalInvocationIndex == 0) {
        sharedTurn = 0;
        sharedRunning = runningFrom(initialState());
    }
    barrier();
    runTag = sharedTag;
    if (gl_SubgroupID >= kSpineSubgroups)
        return;
    const uint lane = gl_SubgroupInvocationID;
    Running total = runningFrom(initialState()); // sum of all windows so far, if one subgroup takes all turns
    for (uint window = gl_SubgroupID; window * SPINE_WINDOW < tiles; window += kSpineSubgroups) {
        const uint tile = tileOfLane(window, lane, tiles);
        State aggregate = emptyState();
        WindowSums before; // sum before the tile in its window
        State windowTotal; // valid if `scanned`
        Running running = total;
        bool ready = tile + 1 >= tiles; // no tile needs the last aggregate
        bool published = tile >= tiles;
        bool scanned = false;
        bool turn = kSpineSubgroups == 1;
        uint poll = 0;
        for (; poll < kPolls; ++poll) {
            if (!ready)
                ready = tryLoad(aggregateSlot(tile), aggregate);
            const bool complete = subgroupAll(ready);
            // A complete window is scanned ahead of its turn.
            if (!scanned && (complete || turn)) {
                SCAN_WINDOW(aggregate, before, windowTotal)
                scanned = complete;
            }
            if (!turn) {
                turn = isTurnOf(window);
                if (!turn)
                    continue;
                running = sharedRunning;
                subgroupMemoryBarrierShared();
                subgroupBarrier(); // loaded before the next store
                if (!scanned)
                    continue;
            }
            if (scanned) {
                total = behindWindow(running, window, windowTotal);
                if (kSpineSubgroups > 1 && lane == 0) {
                    sharedRunning = total;
                    atomicStore(sharedTurn, window + 1, gl_ScopeWorkgroup, gl_StorageSemanticsShared,
                                gl_SemanticsRelease);
                }
            }
            // The contiguous part that is ready is published at once: a device may hold no more tiles at a time.
            const uint missing = subgroupBallotFindLSB(subgroupBallot(!ready));
            if (!published && (scanned || lane <= missing)) {
                publish(carrySlot(tile, tiles), carryBehind(running, window, before));
                published = true;
            }
            if (scanned)
                break;
        }
        if (poll == kPolls) {
            giveUp();
            return;
        }
    }
}

// Publishes the aggregate, which all invocations have, to the spine.
void publishToSpine(bool wanted, uint tile, State aggregate)
{
    if (kSharesStates)
        publishByWords(wanted, aggregateSlot(tile), aggregate);
    else if (wanted && gl_LocalInvocationIndex == 0)
        publish(aggregateSlot(tile), aggregate);
}

State carryFromSpine(uint tile, uint tiles)
{
    if (kSharesStates)
        return carryByWords(tile, tiles);
    State value = emptyState();
    waitForSlot(gl_LocalInvocationIndex == 0, carrySlot(tile, tiles), value);
    return workgroupBroadcast(value);
}

// The sum before a window, for the remaining tiles, in sequence.
struct Preceding {
    uint window;
    State start;     // carry of the window, if windows hand on carries
    Running running; // otherwise the sum before it
};

// The carry of a tile if windows hand on carries. The recovery pass adds up the preceding windows, like their leaders.
State carryFromWindows(uint tile, uint tiles, State aggregate, inout Preceding preceding)
{
    State carry = emptyState();
    for (; preceding.window <= tile / kWindow; ++preceding.window) {
        const bool isOwn = !kAgain || preceding.window == tile / kWindow;
        const uint last = isOwn ? tile : preceding.window * kWindow + kWindow - 1;
        State own = aggregate;
        if (!isOwn)
            own = loadPublished(aggregateSlot(last));
        carry = CARRY_IN_WINDOW(last, tiles, own, preceding.start);
        if (isOwn)
            break;
        preceding.start = NEXT_WINDOW(carry, own);
    }
    return carry;
}

// The carry of a tile in the recovery pass, as the workgroup of the spine would have found it.
State carryBehindRun(uint tile, uint tiles, inout Preceding preceding)
{
    State carry = emptyState();
    for (; preceding.window <= tile / SPINE_WINDOW; ++preceding.window) {
        const uint own = tileOfLane(preceding.window, gl_SubgroupInvocationID, tiles);
        State aggregate = emptyState();
        if (own + 1 < tiles)
            aggregate = loadPublished(aggregateSlot(own));
        WindowSums before;
        State total;
        SCAN_WINDOW(aggregate, before, total)
        carry = carryBehind(preceding.running, preceding.window, before);
        if (preceding.window == tile / SPINE_WINDOW)
            break;
        preceding.running = behindWindow(preceding.running, preceding.window, total);
    }
    return subgroupAt(carry, tile % SPINE_WINDOW);
}

void main()
{
    Before before;
    if (kAgain)
        before = loadBefore(); // in flight with a count
    const uint tiles = openArray();
    const uint tickets = tiles + (kHasSpineWorkgroup ? 1 : 0);
    const uint each = divideRoundingUp(tiles, gl_NumWorkGroups.x * gl_NumWorkGroups.y); // tiles that a workgroup of the
                                                                                        // recovery pass checks
    uint index = workgroupIndex() * each;
    uint rounds = 1;
    Turn turn;
    if (kAgain) {
        if (tiles == 0 || !takesOver(before, true) || index >= tiles)
            return;
        rounds = min(each, tiles - index);
    } else {
        if (tiles == 0 || workgroupIndex() >= tickets) {
            if (tiles == 0 && gl_GlobalInvocationID == uvec3(0))
                storeTotal(initialState());
            return;
        }
        turn = takeTurn(tickets);
        if (turn.index >= tickets)
            return;
        if (kHasSpineWorkgroup) {
            if (turn.index == 0) {
                shareTag(turn);
                runSpine(tiles);
                return;
            }
            --turn.index;
        }
        index = tileOfTurn(turn, tiles);
    }
    Preceding preceding = Preceding(kAgain ? 0 : index / kWindow, initialState(), runningFrom(initialState()));
    for (uint round = 0; round < rounds; ++round, ++index) {
        if (kAgain && !isLeft(markAddress(index, tiles), 0))
            continue;
        Tile tile;
        loadTile(index, tile);
        if (!kAgain)
            shareTag(turn);
        const State aggregate = scanTile(tile);
        if (!kAgain)
            runTag = sharedTag;
        if (kFallsBack && !mayPublish(index) && gl_LocalInvocationIndex == 0)
            giveUp();
        const bool leads = !kHasSpineWorkgroup && leadsWindow(index);
        const bool publishes = !kAgain && index < tiles - 1 && mayPublish(index);
        State carry;
        if (kHasSpineWorkgroup) {
            publishToSpine(publishes, index, aggregate);
            if (kAgain)
                carry = carryBehindRun(index, tiles, preceding);
            else
                carry = carryFromSpine(index, tiles);
        } else {
            if (publishes && (!leads || kFallsBack) && gl_LocalInvocationIndex == 0)
                publish(aggregateSlot(index), aggregate);
            carry = carryFromWindows(index, tiles, aggregate, preceding);
        }
        if (kFallsBack) {
            // As if the workgroup had been held back.
            if (index < tiles - 1 && !publishes && gl_LocalInvocationIndex == 0)
                publish(aggregateSlot(index), aggregate);
            if (hasMissed()) {
                leaveTile(markAddress(index, tiles), 0);
                return;
            }
        }
        if (publishes && leads && gl_LocalInvocationIndex == 0)
            publish(carrySlot(index + 1, tiles), NEXT_WINDOW(carry, aggregate));
        storeTile(index, tile, carry);
        if (index == tiles - 1) {
            endRun();
            if (gl_LocalInvocationIndex == 0)
                storeTotal(combine(carry, aggregate));
        }
    }
}
