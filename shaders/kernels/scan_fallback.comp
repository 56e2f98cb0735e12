#version 460
#extension GL_GOOGLE_include_directive : require
// The DecoupledFallback strategy: one pass, bit-deterministic also for floats, that needs no promise. A tile publishes
// its aggregate, sums what is before it, and stores.
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
#include "core/fallback.glsl"

layout(constant_id = kIdWindow) const uint kWindow = 256; // entries, at most as many as invocations of the workgroup

const uint kLevels = 3;

// The slot of a level's first entry.
uint levelSlot(uint level, uint tiles) { return level == 0 ? 0 : tiles + (level == 1 ? 0 : tiles / kWindow); }

// Sums the `place` entries before a slot, in its window. Returns false if one is missing. Both are the same in all
// invocations.
bool sumBefore(uint slot, uint place, out State sum)
{
    sum = emptyState();
    if (place == 0)
        return true;
    const uint invocation = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    const bool known = waitForSlot(invocation < place, slot - place + invocation, sum);
    sum = workgroupReduce(sum);
    return known;
}

// Sums all before the tile, and publishes the windows that end with it. Returns false if something is missing.
bool findCarry(uint tile, uint tiles, State aggregate, out State carry)
{
    carry = emptyState();
    State window = aggregate; // sum of the window that ends with the tile, if one does
    bool ends = true;
    bool known = true;
    uint index = tile;
    for (uint level = 0; level < kLevels && known; ++level) {
        const uint slot = levelSlot(level, tiles) + index;
        if (ends && level > 0)
            publish(mayPublish(tile), slot, window);
        const uint place = index % kWindow;
        State before;
        known = sumBefore(slot, place, before);
        carry = combine(before, carry);
        window = combine(before, window);
        ends = ends && place == kWindow - 1;
        index /= kWindow;
    }
    carry = combine(initialState(), carry);
    return known;
}

// Publishes an entry; or, if entries that it sums are missing, the first of them.
void publishMissing(uint level, uint index, uint tiles)
{
    uint last = kNothing; // slot of the last entry that it sums
    while (level > 0 && last == kNothing) {
        const uint first = levelSlot(level - 1, tiles);
        const uint missing = firstMissing(first + index * kWindow, kWindow);
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
        sumBefore(last, kWindow - 1, sum);
        sum = combine(sum, stateOf(last));
    }
    publish(true, levelSlot(level, tiles) + index, sum);
    countFallback();
}

// Publishes all that the tile waits for and nobody has published.
void publishAllMissing(uint tile, uint tiles)
{
    for (uint i = 0; i < kFallbacks; ++i) {
        uint missing = kNothing;
        uint level = 0;
        uint index = tile;
        for (; level < kLevels; ++level) {
            const uint place = index % kWindow;
            missing = firstMissing(levelSlot(level, tiles) + index - place, place);
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

    const Turn turn = takeTurn(tiles);
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
        const State aggregate = scanTile(tile);
        runTag = sharedTag;
        publish(mayPublish(index), index, aggregate);
        const bool isLast = attempt == 0 && leaveRun(tiles);
        State carry;
        known = findCarry(index, tiles, aggregate, carry);
        if (index == 0) // else a wait has passed one
            acquireLoads();
        if (isLast)
            openEpoch(runTag);
        if (known) {
            storeTile(index, tile, carry);
            if (index == tiles - 1 && gl_LocalInvocationIndex == 0)
                storeTotal(combine(carry, aggregate));
        }
    }
    if (!known)
        giveUp();
}
