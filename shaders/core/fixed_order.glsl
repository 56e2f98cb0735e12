// Reproducible sums: their order depends only on indices, not on the width of subgroups, on rows or invocations of a
// workgroup, or on the number of workgroups. It is that of balanced binary trees over ranges whose lengths are powers
// of two. docs/reproducible.md states the whole order; vkscan/reference.h implements it on the CPU.
//
// Tiles are summed by windows of kWindowTiles, which begin at multiples of it. The first tile's carry is the initial
// value. The carry of a window's first tile is the preceding window's carry, combined with that window's total. Inside
// a window, the carry of the right half of a range is the carry of the range, combined with the total of the left half
// (the downsweep of Blelloch, "Prefix Sums and Their Applications", 1990).
//
// Spans have a power of two of tiles, at most a window, unless one workgroup takes the whole array. So a span is a
// range of the tree, and other spans only need its total.
#ifndef VKSCAN_CORE_FIXED_ORDER
#define VKSCAN_CORE_FIXED_ORDER
#include "core/slots.glsl"
#include "core/workgroup.glsl"

const uint kWindowSteps = 5;
const uint kWindowTiles = 1u << kWindowSteps;
const uint kSubgroupSteps = 8; // up to 2^8 subgroups of a workgroup

// Adds a leaf to the sums of a binary tree. Leaves come in the order of their indices. If bit s of the index is set,
// lefts[s] is the total of the 2^s leaves before the leaf's range of 2^s. `total` is the leaf on entry; afterwards it
// is the total of the longest range of 2^s leaves, up to 2^steps, that ends with the leaf. There are `leaves` in all,
// at most 2^steps.
#define TAKE_LEAF(lefts, steps, leaves, index, total) \
    { \
        bool grows = true; \
        [[unroll]] for (uint s = 0; s < (steps); ++s) { \
            if (1u << s < (leaves)) { \
                if (grows && ((index) >> s & 1) == 0) { \
                    lefts[s] = total; \
                    grows = false; \
                } \
                if (grows) \
                    total = combine(lefts[s], total); \
            } \
        } \
    }

// A State of several parts defines both functions instead.
#if !defined(VKSCAN_FORM_STATE)
// The state of the lane whose index differs in one bit.
#define subgroupXor(state, distance) fromWords(subgroupShuffleXor(toWords(state), distance))

// Combines the values of the subgroup. `total` becomes the total, in each lane; the sum of the lanes before is combined
// in front of `before`, nearest ranges first.
void subgroupTree(inout State total, inout State before)
{
    [[unroll]] for (uint step = 0; step < kMostSubgroupSteps; ++step) {
        const uint distance = 1u << step;
        if (distance < kSubgroupSize) {
            const State other = subgroupXor(total, distance);
            if ((gl_SubgroupInvocationID & distance) != 0) {
                before = combine(other, before);
                total = combine(other, total);
            } else {
                total = combine(total, other);
            }
        }
    }
}
#endif

// Adds the next subgroup to the tree, and keeps the sums before it if it is this one.
void takeSubgroup(uint subgroup, inout State sums[kSubgroupSteps], inout State lefts[kSubgroupSteps], out State total)
{
    if (subgroup == gl_SubgroupID)
        lefts = sums;
    total = sharedTotal(subgroup);
    TAKE_LEAF(sums, kSubgroupSteps, kWorkgroupSize / kSubgroupSize, subgroup, total)
}

// Combines the totals of subgroups. Returns the total of the workgroup. If bit s of gl_SubgroupID is set, lefts[s] is
// the total of the 2^s subgroups before this subgroup's range of 2^s.
State workgroupTree(State subgroupTotal, out State lefts[kSubgroupSteps])
{
    totalsBegin = kMostSubgroups - totalsBegin;
    if (gl_SubgroupInvocationID == 0)
        shareTotal(gl_SubgroupID, subgroupTotal);
    barrier();
    State sums[kSubgroupSteps];
    State total = emptyState();
    [[unroll]] for (uint s = 0; s < kSubgroupSteps; ++s)
        sums[s] = lefts[s] = emptyState();
    const uint subgroups = kWorkgroupSize / kSubgroupSize;
    if (subgroups <= kFewSubgroups) {
        [[unroll]] for (uint i = 0; i < subgroups; ++i)
            takeSubgroup(i, sums, lefts, total);
    } else { // if unrolled, CPU devices would take many times as long to compile
        [[dont_unroll]] for (uint i = 0; i < subgroups; ++i)
            takeSubgroup(i, sums, lefts, total);
    }
    return total;
}

// Trees in shared memory over values that invocations hold: the total of 2^s leaves is stored at their last one, unless
// a longer range ends there.
shared State sharedTree[kWorkgroupSize];

// Sums ranges of 2^steps invocations. Passes barriers.
void growTree(uint steps, State value)
{
    barrier(); // others may still read the previous tree
    sharedTree[gl_LocalInvocationIndex] = value;
    barrier();
    [[unroll]] for (uint s = 0; s < kWindowSteps; ++s) {
        if (s < steps) {
            const uint last = (2u << s) - 1;
            if ((gl_LocalInvocationIndex & last) == last)
                sharedTree[gl_LocalInvocationIndex] =
                    combine(sharedTree[gl_LocalInvocationIndex - (1u << s)], sharedTree[gl_LocalInvocationIndex]);
            barrier();
        }
    }
}

// The carry of a leaf, from the carry of its tree, which begins at `first`.
State carryInTree(uint steps, State carry, uint first, uint leaf)
{
    [[unroll]] for (uint i = kWindowSteps; i > 0; --i) {
        const uint range = 1u << (i - 1);
        if (i <= steps && (leaf & range) != 0) {
            carry = combine(carry, sharedTree[first + range - 1]);
            first += range;
        }
    }
    return carry;
}

// Consecutive tiles of one workgroup.
struct Span {
    uint firstTile;
    uint endTile;
    uint steps;     // spans of 2^steps tiles; not valid if there is one span
    uint lastTile;  // last tile of the array, if there are tiles
    bool endsArray; // has the last tile; without tiles, the only span
};

Span spanOf(uint index, uint spans, uint tiles)
{
    const uint needed = divideRoundingUp(tiles, spans);
    const uint steps = spans == 1 ? kWindowSteps : needed > 1 ? findMSB(needed - 1) + 1 : 0;
    const uint first = min(tiles, index << steps);
    const uint end = spans == 1 ? tiles : min(tiles, first + (1u << steps));
    return Span(first, end, steps, tiles - 1, tiles > 0 ? first < end && end == tiles : index == 0);
}

Span ownSpan(uint tiles) { return spanOf(gl_WorkGroupID.x, push.gridWidth, tiles); }

// The sum of a span, tile by tile.
struct SpanSum {
    State start;               // carry of the window's first tile, or of the span's
    State lefts[kWindowSteps]; // sums of the tiles so far, in the window or the span
    State total;               // total of the span, if it is whole
    State last;                // aggregate of the last tile
    State end;                 // sum after the last tile
};

SpanSum sumFrom(State start)
{
    SpanSum sum;
    sum.start = sum.end = start;
    sum.total = sum.last = emptyState();
    [[unroll]] for (uint s = 0; s < kWindowSteps; ++s)
        sum.lefts[s] = emptyState();
    return sum;
}

State spanTotal(SpanSum sum) { return sum.total; }
State arrayTotal(SpanSum sum) { return sum.end; }
bool endsArray(Span span) { return span.endsArray; }

State carryOf(Span span, SpanSum sum, uint tile)
{
    State carry = sum.start;
    [[unroll]] for (uint i = kWindowSteps; i > 0; --i)
        if ((tile - span.firstTile >> (i - 1) & 1) != 0)
            carry = combine(carry, sum.lefts[i - 1]);
    return carry;
}

void addTileOf(Span span, inout SpanSum sum, uint tile, State aggregate)
{
    const uint leaf = tile - span.firstTile;
    sum.end = combine(carryOf(span, sum, tile), aggregate);
    sum.total = sum.last = aggregate;
    TAKE_LEAF(sum.lefts, kWindowSteps, kWindowTiles, leaf, sum.total)
    if (leaf % kWindowTiles == kWindowTiles - 1)
        sum.start = combine(sum.start, sum.total);
}

// Adds to the carry the totals of the spans, or of the tiles, before one. Slots hold them in order.
State addSlots(uint firstSlot, uint steps, State carry, uint leaf)
{
    for (uint first = 0; first <= leaf; first += kWorkgroupSize) {
        State value = emptyState();
        if (first + gl_LocalInvocationIndex < leaf)
            value = loadSlot(firstSlot + first + gl_LocalInvocationIndex);
        growTree(steps, value);
        uint tree = 0;
        for (; tree + (1u << steps) <= min(leaf - first, kWorkgroupSize); tree += 1u << steps)
            carry = combine(carry, sharedTree[tree + (1u << steps) - 1]);
        if (leaf - first < kWorkgroupSize)
            carry = carryInTree(steps, carry, tree, leaf - first - tree);
    }
    return carry;
}

void addSpansBefore(Span span, inout SpanSum sum)
{
    sum.start = sum.end = addSlots(0, kWindowSteps - span.steps, sum.start, gl_WorkGroupID.x);
}

// If slots are to be summed (push.spans), stores the total of each tile of the last window after those of spans.
// Together they give the sum after the last tile.
void shareTile(Span span, SpanSum sum, uint tile)
{
    if (push.spans > 0 && tile / kWindowTiles == span.lastTile / kWindowTiles && gl_LocalInvocationIndex == 0)
        storeSlot(push.spans + tile % kWindowTiles, sum.last);
}

// The sum of all spans of an array of `tiles` tiles.
State sumOfSpans(State start, uint tiles)
{
    State sum = start;
    if (tiles > 0) {
        const Span span = spanOf(0, push.spans, tiles);
        const uint place = span.lastTile % kWindowTiles;
        const uint windowSteps = kWindowSteps - span.steps;
        if (span.lastTile >= kWindowTiles)
            sum = addSlots(0, windowSteps, sum, span.lastTile / kWindowTiles << windowSteps);
        sum = combine(addSlots(push.spans, kWindowSteps, sum, place), loadSlot(push.spans + place));
    }
    return sum;
}
#endif
