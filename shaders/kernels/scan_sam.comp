#version 460
#extension GL_GOOGLE_include_directive : require
// The Sam strategy: one pass by k workgroups that stay, each of which takes every k-th tile. A tile's carry is that of
// the workgroup's tile before, that tile's own aggregate, and the aggregates of the k - 1 tiles in between, which the
// other workgroups publish; what is added to what depends on indices alone, so floats have the same bits in every run.
// Each workgroup waits for all others, so all must run at once.
//
// Maleki, Yang & Burtscher, "Higher-Order and Tuple-Based Massively-Parallel Prefix Sums", 2016.
//
// Slots: the aggregates of the last 3 k tiles, a tile's in the slot of its index modulo that. Words' tags count the
// laps, so a run takes as many tags as it has laps. Nobody still needs what tile t overwrites, the aggregate of
// t - 3 k, which tiles up to t - 2 k - 1 read: t's workgroup has finished t - k and so has read the aggregates of
// t - 2 k + 1 to t - k - 1, and who publishes one has finished its tile before, here t - 3 k + 1 to t - 2 k - 1.
#include "tile/interface.glsl"
#include "core/single_pass.glsl"

layout(constant_id = kIdWindow) const uint kWorkgroups = 2; // at most the workgroup's invocations
const uint kSlots = kSamSlots * kWorkgroups;

uint firstTag;       // of the run
bool gaveUp = false; // Once an invocation has, it waits no more, so that the run ends soon.

uint slotOf(uint tile) { return tile % kSlots; }
uint lapOf(uint tile) { return tile / kSlots; }

// The aggregates of the tiles between the workgroup's tile before and this one; of all before, where there is none.
State sumBetween(uint tile)
{
    const uint between = min(tile, kWorkgroups - 1);
    const uint invocation = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    const uint earlier = tile - between + invocation;
    State value = emptyState();
    runTag = firstTag + lapOf(earlier);
    const bool came = waitForSlot(invocation < between && !gaveUp, slotOf(earlier), value);
    gaveUp = gaveUp || !came;
    return workgroupReduce(value);
}

void main()
{
    const uint tiles = openArray();
    const uint workgroups = min(kWorkgroups, tiles);
    if (workgroupIndex() >= workgroups) {
        if (tiles == 0 && gl_GlobalInvocationID == uvec3(0))
            storeTotal(initialState());
        return;
    }

    const Turn turn = takeTurn(workgroups, lapOf(tiles - 1) + 1, true);
    if (turn.index >= workgroups)
        return;
    shareTag(turn);
    barrier();
    firstTag = sharedTag;
    State running = initialState(); // the carry of the tile before and its aggregate
    for (uint index = tileOfTurn(turn, workgroups); index < tiles; index += kWorkgroups) {
        Tile tile;
        loadTile(index, tile);
        const State aggregate = scanTile(tile);
        runTag = firstTag + lapOf(index);
        if (gl_LocalInvocationIndex == 0 && index < tiles - 1 && mayPublish(index))
            publish(slotOf(index), aggregate);
        const State carry = combine(running, sumBetween(index));
        storeTile(index, tile, carry);
        running = combine(carry, aggregate);
    }
    if ((tiles - 1) % kWorkgroups == tileOfTurn(turn, workgroups)) { // the last tile was this workgroup's
        runTag = firstTag + lapOf(tiles - 1);
        endRun();
        if (gl_LocalInvocationIndex == 0)
            storeTotal(running);
    }
}
