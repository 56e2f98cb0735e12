#version 460
#extension GL_GOOGLE_include_directive : require
// The Spine strategy: one pass, deterministic also for floats.
//
// Tiles are grouped in windows. A tile publishes its aggregate and sums those before it in its window itself; the
// last of a window publishes the window's aggregate instead. The spine, the workgroup with the first ticket, scans
// the windows' aggregates as they arrive and publishes each window's carry. What is added to what depends on
// indices alone, never on arrival. Where one window holds all tiles there is no spine: a flat sum.
//
// Slots: a record for each window, {carry, its tiles' aggregates but the last}, then the windows' aggregates.
#include "common.glsl"
#include "monoid.glsl"
#include "subgroup.glsl"
#include "workgroup.glsl"
#include "tile.glsl"
#include "single_pass.glsl"

layout(constant_id = kIdWindow) const uint kWindow = 32; // tiles, at most the workgroup's invocations

uint carrySlot(uint window) { return window * kWindow; }
uint aggregateSlot(uint tile) { return tile + 1; } // for all but the last of a window
uint windowSlot(uint window, uint windows) { return windows * kWindow + window; }

// Lane i of the first subgroup looks after window base + i; carries are published for the contiguous run of
// windows that is ready, so that progress needs no more than one running tile.
void runSpine(uint windows)
{
    Element running = initialValue();
    for (uint base = 0; base + 1 < windows; base += gl_SubgroupSize) {
        const uint window = base + gl_SubgroupInvocationID;
        const bool wanted = gl_SubgroupID == 0 && window + 1 < windows;
        bool ready = !wanted;
        bool published = !wanted;
        Element aggregate = identity();
        Element inclusive = identity();
        bool complete = false;
        while (!complete) {
            if (failedRounds >= kWaitRounds) {
                giveUp();
                return;
            }
            for (uint poll = 0; poll < kPollsPerRound && !complete; ++poll) {
                if (!ready)
                    ready = tryLoad(windowSlot(window, windows), aggregate);
                inclusive = combine(running, subgroupScanInclusive(aggregate));
                const uvec4 missing = subgroupBallot(!ready);
                complete = subgroupAll(ready);
                if (!published && (complete || gl_SubgroupInvocationID < subgroupBallotFindLSB(missing))) {
                    publish(carrySlot(window + 1), inclusive);
                    published = true;
                }
            }
            complete = endRound(complete);
        }
        running = subgroupLast(inclusive);
    }
}

void scanOneTile(uint tile, uint tiles, uint windows)
{
    const uint window = tile / kWindow;
    const uint inWindow = tile % kWindow;
    const uint invocation = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    const uint slot = carrySlot(window) + invocation;

    loadTile(tile);
    const Element aggregate = scanTile();
    if (inWindow != kWindow - 1) {
        if (gl_LocalInvocationIndex == 0 && mayPublish(tile))
            publish(aggregateSlot(tile), aggregate);
    } else if (window + 1 < windows) {
        Element earlier = identity();
        if (!waitForSlots(invocation >= 1 && invocation <= inWindow, slot, earlier))
            return;
        const Element windowAggregate = combine(workgroupReduce(earlier), aggregate);
        if (gl_LocalInvocationIndex == 0 && mayPublish(tile))
            publish(windowSlot(window, windows), windowAggregate);
    }

    // The record's first slots, in order, are what precedes the tile.
    const bool known = window == 0 && invocation == 0;
    Element earlier = known ? initialValue() : identity();
    if (!waitForSlots(!known && invocation <= inWindow, slot, earlier))
        return;
    const Element carry = workgroupReduce(earlier);
    storeTile(tile, carry);
    if (tile == tiles - 1 && gl_LocalInvocationIndex == 0)
        storeTotal(combine(carry, aggregate));
}

void main()
{
    const uint tiles = openArray();
    const uint windows = divideRoundingUp(tiles, kWindow);
    const uint spines = windows > 1 ? 1 : 0;
    const uint tickets = max(tiles, 1) + spines;
    if (workgroupIndex() >= tickets)
        return;
    const uint ticket = takeTicket(tickets);
    if (ticket < spines)
        runSpine(windows);
    else if (tiles > 0)
        scanOneTile(tileOfTicket(ticket - spines, tiles), tiles, windows);
    else if (gl_LocalInvocationIndex == 0)
        storeTotal(initialValue());
}
