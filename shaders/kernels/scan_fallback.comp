#version 460
#extension GL_GOOGLE_include_directive : require
// The DecoupledFallback strategy: one pass, bit-deterministic also for floats, that needs neither progress of workgroups
// nor an order of their starts. A tile publishes its aggregate, sums what is before it, and stores.
//
// Sums are on levels. The last tile of a window publishes the sum of the window, an entry of the next level, where
// windows are windows of windows. So a tile sums at most a window's entries on each level, and no sum waits for one
// that waits. Where others publish too late, the workgroup drops its tile, publishes what is missing, and begins again.
//
// Smith, Levien & Owens, "Decoupled Fallback: A Portable Single-Pass GPU Scan", 2025, for the fallback, which is by the
// look-back of a whole workgroup there.
//
// Slots: the entries of all levels, one level behind the other. Those of the first are the aggregates of tiles.
#define VKSCAN_ENTRY_POINT vkscan_kEntryScanFallback
#include "tile/interface.glsl"
#include "core/single_pass.glsl"
#include "core/missing.glsl"

layout(constant_id = kIdWindow) const uint kWindow = 64; // entries; windows of all levels take all invocations

uint invocationIndex() { return gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID; }

// Sums the slots of all invocations that want one, once they are published. Waits no longer than kPolls and kRounds
// tell; `known` says whether it has all. Sum and `known` are the same in all invocations.
State sumSlots(bool wanted, uint slot, out bool known)
{
    State value = emptyState();
    State sum;
    bool ready = !wanted;
    known = false;
    for (uint round = 0; round <= kRounds && !known; ++round) {
        if (round > 0) {
            barrier();
            forgetMissed();
            yieldToOthers();
        }
        for (uint poll = 0; poll < kPolls && !ready; ++poll)
            ready = tryLoad(slot, value);
        if (!ready)
            miss(slot);
        sum = workgroupReduce(value);
        known = firstMissed() == kNothing;
    }
    return sum;
}

// The first slot of `count` that is not published; kNothing if all are. The same in all invocations.
uint findMissing(uint first, uint count)
{
    barrier(); // all know what was missed
    State ignored;
    const bool isMissing = invocationIndex() < count && !tryLoad(first + invocationIndex(), ignored);
    return lowestSlot(isMissing ? first + invocationIndex() : kNothing);
}

// The slot of a level's first entry.
uint levelSlot(uint level, uint tiles)
{
    uint slot = 0;
    [[unroll]] for (uint i = 0; i < kFallbackLevels; ++i) {
        slot += i < level ? tiles : 0;
        tiles /= kWindow;
    }
    return slot;
}

// The sum of `place` entries before a slot, in its window.
State sumWindow(uint slot, uint place, out bool known)
{
    return sumSlots(invocationIndex() < place, slot - place + invocationIndex(), known);
}

// The sum of all tiles before a tile: of the entries before it in its windows, the highest level first.
State sumBefore(uint tile, uint tiles, out bool known)
{
    const uint place = invocationIndex() % kWindow;
    uint level = kFallbackLevels - 1 - min(invocationIndex() / kWindow, kFallbackLevels - 1);
    uint index = tile;
    uint slot = 0;
    for (uint i = 0; i < kFallbackLevels - 1; ++i) {
        if (i < level) {
            slot += tiles;
            index /= kWindow;
            tiles /= kWindow;
        }
    }
    const bool wanted = invocationIndex() < kFallbackLevels * kWindow && place < index % kWindow;
    return sumSlots(wanted, slot + index - index % kWindow + place, known);
}

// Publishes the sums of the windows that end with the tile. Returns false if an entry of one is missing.
bool publishWindows(uint tile, uint tiles, State aggregate)
{
    State sum = aggregate;
    bool known = true;
    uint index = tile;
    for (uint level = 1; level < kFallbackLevels && known && index % kWindow == kWindow - 1; ++level) {
        sum = combine(sumWindow(levelSlot(level - 1, tiles) + index, kWindow - 1, known), sum);
        barrier(); // all know what is missing
        index /= kWindow;
        if (known && mayPublish(tile) && gl_LocalInvocationIndex == 0)
            publish(levelSlot(level, tiles) + index, sum);
    }
    return known;
}

// Publishes an entry; or, if entries that it sums are missing, the first of them.
void publishMissing(uint level, uint index, uint tiles)
{
    uint last = kNothing; // slot of the last entry that it sums
    while (level > 0 && last == kNothing) {
        const uint first = levelSlot(level - 1, tiles);
        const uint missing = findMissing(first + index * kWindow, kWindow);
        if (missing == kNothing) {
            last = first + (index + 1) * kWindow - 1;
        } else {
            --level;
            index = missing - first;
        }
    }
    State sum;
    if (level == 0) {
        sum = aggregateTile(index);
    } else {
        bool known;
        sum = sumWindow(last, kWindow - 1, known);
        State own;
        tryLoad(last, own);
        sum = combine(sum, own);
    }
    if (gl_LocalInvocationIndex == 0)
        publish(levelSlot(level, tiles) + index, sum);
    countFallback();
}

// Publishes all that the tile waits for and nobody has published.
void publishAllMissing(uint tile, uint tiles)
{
    for (uint i = 0; i < kFallbacks; ++i) {
        uint missing = kNothing;
        uint level = 0;
        uint index = tile;
        for (; level < kFallbackLevels; ++level) {
            const uint place = index % kWindow;
            missing = findMissing(levelSlot(level, tiles) + index - place, place);
            if (missing != kNothing)
                break;
            index /= kWindow;
        }
        if (missing == kNothing)
            return;
        publishMissing(level, missing - levelSlot(level, tiles), tiles);
    }
}

void main()
{
    const uint tiles = openArray();
    if (workgroupIndex() >= tiles) {
        if (tiles == 0 && gl_GlobalInvocationID == uvec3(0))
            storeTotal(initialState());
        return;
    }

    const Turn turn = takeTurn(tiles, 1, false);
    if (turn.index >= tiles)
        return;
    const uint index = tileOfTurn(turn, tiles);
    bool known = false;
    for (uint attempt = 0; attempt < 2 && !known; ++attempt) {
        if (attempt > 0)
            publishAllMissing(index, tiles);
        Tile tile;
        loadTile(index, tile);
        shareTag(turn);
        forgetMissed();
        const State aggregate = scanTile(tile);
        runTag = sharedTag;
        if (mayPublish(index) && gl_LocalInvocationIndex == 0)
            publish(index, aggregate);
        known = publishWindows(index, tiles, aggregate);
        State carry;
        if (known)
            carry = combine(initialState(), sumBefore(index, tiles, known));
        if (known) {
            storeTile(index, tile, carry);
            if (index == tiles - 1 && gl_LocalInvocationIndex == 0)
                storeTotal(combine(carry, aggregate));
        }
    }
    if (!known)
        giveUp();
}
