#version 460
#extension GL_GOOGLE_include_directive : require
// The Sam strategy: one pass by k workgroups that stay, each of which takes every k-th tile. The carry of a tile is the
// sum of the carry and the aggregate of the workgroup's tile before, and of the aggregates of the k - 1 tiles in
// between, which the other workgroups publish. The order of additions depends on indices alone, so floats have the same
// bits in every run. Each workgroup waits for all others, so all must run at once.
//
// Maleki, Yang & Burtscher, "Higher-Order and Tuple-Based Massively-Parallel Prefix Sums", 2016.
//
// Slots: the aggregates of the last 3 k tiles, each in the slot of its index modulo 3 k. Tags of words count the laps,
// so a run takes as many tags as it has laps. Tile t overwrites the aggregate of t - 3 k, which tiles up to t - 2 k - 1
// read, and no tile still needs it: the workgroup of t has finished t - k, so it has read the aggregates of t - 2 k + 1
// to t - k - 1; and a workgroup that publishes one of those has finished its tile before, one of t - 3 k + 1 to t - 2 k
// - 1.
#include "abi/study_abi.h"
#include "tile/interface.glsl"
#include "core/single_pass.glsl"

layout(constant_id = kIdWindow) const uint kWorkgroups = 2; // at most as many as invocations of the workgroup
const uint kSlots = kSamSlots * kWorkgroups;

uint firstTag;       // first tag of the run
bool gaveUp = false; // an invocation that gave up waits no more, so that the run ends soon

uint slotOf(uint tile) { return tile % kSlots; }
uint lapOf(uint tile) { return tile / kSlots; }

// The sum of the aggregates of the tiles between the workgroup's tile before and this one; of all tiles before, if
// there is none.
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
    State running = initialState(); // carry and aggregate of the tile before
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
    if ((tiles - 1) % kWorkgroups == tileOfTurn(turn, workgroups)) { // this workgroup had the last tile
        runTag = firstTag + lapOf(tiles - 1);
        endRun();
        if (gl_LocalInvocationIndex == 0)
            storeTotal(running);
    }
}
