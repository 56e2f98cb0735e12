// The reproducible spine (core/fixed_order.glsl): windows of kWindowTiles, whatever the width of subgroups. Only
// included by scan_spine.comp, which has the spine in the order of its lanes.
#ifndef VKSCAN_TILE_FIXED_ORDER_SPINE
#define VKSCAN_TILE_FIXED_ORDER_SPINE
#include "core/fixed_order.glsl"

// Windows whose tiles hand on their carries: kWindow is kWindowTiles. The invocation after those of the tiles takes the
// carry of the window. Afterwards the tree has the window's total, if all its tiles come before this one. In the
// recovery pass, `start` is the window's carry; otherwise the initial value.
State carryInWindow(uint tile, uint tiles, State aggregate, State start)
{
    const uint place = tile % kWindowTiles;
    const uint first = tile - place;
    const uint invocation = gl_LocalInvocationIndex;
    const bool isCarry = invocation == kWindowTiles;
    State value = emptyState();
    if (isCarry && (kAgain || first == 0))
        value = start;
    const uint slot = isCarry ? carrySlot(first, tiles) : aggregateSlot(first + invocation);
    takeSlot(isCarry ? !kAgain && first > 0 : invocation < place, slot, value);
    if (invocation == place)
        value = aggregate;
    growTree(kWindowSteps, value);
    return carryInTree(kWindowSteps, sharedTree[kWindowTiles], 0, place);
}

State behindTree() { return combine(sharedTree[kWindowTiles], sharedTree[kWindowTiles - 1]); }

#define CARRY_IN_WINDOW(tile, tiles, aggregate, start) carryInWindow(tile, tiles, aggregate, start)
#define NEXT_WINDOW(carry, aggregate) behindTree()

// A workgroup of its own: a subgroup takes up to kWindowTiles tiles at a time, so narrow ones take several parts of a
// window in sequence. Lanes beyond kWindowTiles take none.
const uint kPartTiles = kSubgroupSize < kWindowTiles ? kSubgroupSize : kWindowTiles;
const uint kPartSteps = 3; // the narrowest subgroups take 2^3 parts of a window
const uint kWindowParts = kWindowTiles / kPartTiles;

struct Running {
    State start;             // carry of the window's first tile
    State lefts[kPartSteps]; // sums of parts so far
};

struct WindowSums {
    State lefts[kWindowSteps]; // sums of preceding lanes
};

#define SPINE_WINDOW kPartTiles

uint tileOfLane(uint part, uint lane, uint tiles) { return lane < kPartTiles ? part * kPartTiles + lane : tiles; }

Running runningFrom(State start)
{
    Running running;
    running.start = start;
    [[unroll]] for (uint s = 0; s < kPartSteps; ++s)
        running.lefts[s] = emptyState();
    return running;
}

void scanPart(State aggregate, out WindowSums before, out State total)
{
    total = aggregate;
    [[unroll]] for (uint s = 0; s < kWindowSteps; ++s) {
        const uint distance = 1u << s;
        before.lefts[s] = emptyState();
        if (distance < kPartTiles) {
            const State other = subgroupXor(total, distance);
            if ((gl_SubgroupInvocationID & distance) != 0) {
                before.lefts[s] = other;
                total = combine(other, total);
            } else {
                total = combine(total, other);
            }
        }
    }
}
#define SCAN_WINDOW(aggregate, before, total) scanPart(aggregate, before, total);

State carryBehind(Running running, uint part, WindowSums before)
{
    State carry = running.start;
    [[unroll]] for (uint i = kPartSteps; i > 0; --i)
        if ((part % kWindowParts >> (i - 1) & 1) != 0)
            carry = combine(carry, running.lefts[i - 1]);
    [[unroll]] for (uint i = kWindowSteps; i > 0; --i)
        if (1u << (i - 1) < kPartTiles && (gl_SubgroupInvocationID >> (i - 1) & 1) != 0)
            carry = combine(carry, before.lefts[i - 1]);
    return carry;
}

Running behindWindow(Running running, uint part, State total)
{
    const uint leaf = part % kWindowParts;
    TAKE_LEAF(running.lefts, kPartSteps, kWindowParts, leaf, total)
    if (leaf == kWindowParts - 1)
        running.start = combine(running.start, total);
    return running;
}
#endif
