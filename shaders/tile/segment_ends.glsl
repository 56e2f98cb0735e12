// The end of a segmented reduction, after spans are reduced: one workgroup combines the states that spans have left in
// slots, in their order, and stores the results of the segments that end first in each span. All workgroups store
// results of empty segments.
#ifndef VKSCAN_TILE_SEGMENT_ENDS
#define VKSCAN_TILE_SEGMENT_ENDS
#include "tile/segment_sums.glsl"

// Stores the result of the segment that ends first in a span. `before` is the sum before the span. Words of scratch
// that was not zeroed may name a segment that does not exist.
void storeFirst(uint firstTile, State before, State first)
{
    if (first.head == 0)
        return;
    const uint64_t segment =
        kHasOffsets ? uint64_t(first.head - 1) : rowEndBehind(uint64_t(firstTile) * kTileElements).row;
    if (kHasOffsets ? segment < segmentsGiven() : segment * push.rowPitch < elementCount)
        storeResult(segment, combine(before.value, first.value));
}

// Stores the result of the row that the array cuts off, if there is one: the sum after the last end.
void storeLast(State last)
{
    if (kHasOffsets || elementCount == 0ul)
        return;
    const RowPlace place = rowPlaceOf(elementCount);
    if (place.element > 0 && place.element < push.rowLength)
        storeResult(place.row, last.value);
}

// A valid offset always: drivers may load before they branch.
uint offsetBesideRun(uint k) { return offsetAt(min(k, segmentsGiven())); }

// Stores the results of empty segments: rows beyond a count that the device has read, and the long runs of equal
// offsets that visitOffsets leaves out. Each workgroup takes its share.
void storeEmptySegments()
{
    if (kHasOffsets) {
        const uint runs = segmentsGiven() / kEmptyRun;
        const uint share = divideRoundingUp(runs, push.gridWidth);
        const uint first = min(runs, gl_WorkGroupID.x * share);
        const uint end = min(runs, first + share);
        for (uint begin = first; begin < end; begin += kWorkgroupSize) {
            const uint own = min(begin + ownIndex(), end - 1) * kEmptyRun;
            if (workgroupAll(offsetBesideRun(own) != offsetBesideRun(own + kEmptyRun)))
                continue;
            for (uint run = begin; run < min(end, begin + kWorkgroupSize); ++run)
                if (offsetBesideRun(run * kEmptyRun) == offsetBesideRun((run + 1) * kEmptyRun))
                    for (uint i = 0; i < kEmptyRun; i += kWorkgroupSize)
                        if (i + ownIndex() < kEmptyRun)
                            storeResult(run * kEmptyRun + i + ownIndex(), identity());
        }
    } else if (elementCount < push.maxCount) {
        const uint64_t rows = divideRoundingUp(push.maxCount, push.rowPitch);
        const uint64_t empty = divideRoundingUp(elementCount, push.rowPitch);
        const uint64_t share = divideRoundingUp(rows - empty, push.gridWidth);
        const uint64_t first = min(rows, empty + gl_WorkGroupID.x * share);
        const uint64_t end = min(rows, first + share);
        for (uint64_t begin = first; begin < end; begin += kWorkgroupSize)
            if (begin + ownIndex() < end)
                storeResult(begin + ownIndex(), identity());
    }
}
// Slots: the sum of each span, then the sum before its first end.
uint sumSlot(uint span) { return span; }
uint firstSlot(uint span, uint spans) { return spans + span; }

// Defined by the entry point. loadState loads a slot and returns whether it has been published; awaitState waits for
// it.
bool loadState(uint slot, inout State state);
void awaitState(bool missing, uint slot, inout State state);

const uint kSpansAtOnce = kWords > 4 ? 1 : 4; // consecutive spans that an invocation takes at once

void combineSpans(uint tiles, uint spans)
{
    const uint spanTiles = divideRoundingUp(tiles, spans);
    const uint own = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    State carry = emptyState();
    for (uint begin = 0; begin < spans; begin += kSpansAtOnce * kWorkgroupSize) {
        const uint first = begin + own * kSpansAtOnce;
        State sums[kSpansAtOnce];
        State firsts[kSpansAtOnce];
        bool sumMissing[kSpansAtOnce];
        bool firstMissing[kSpansAtOnce];
        [[unroll]] for (uint i = 0; i < kSpansAtOnce; ++i) {
            sums[i] = emptyState();
            firsts[i] = emptyState();
            sumMissing[i] = false;
            firstMissing[i] = false;
            if (first + i < spans) {
                sumMissing[i] = !loadState(sumSlot(first + i), sums[i]);
                firstMissing[i] = !loadState(firstSlot(first + i, spans), firsts[i]);
            }
        }
        State sum = emptyState();
        [[unroll]] for (uint i = 0; i < kSpansAtOnce; ++i) {
            awaitState(sumMissing[i], sumSlot(first + i), sums[i]);
            awaitState(firstMissing[i], firstSlot(first + i, spans), firsts[i]);
            sum = combine(sum, sums[i]);
        }
        const State inclusive = subgroupScanInclusive(sum);
        State before;
        const State total = workgroupScan(subgroupLast(inclusive), before);
        before = combine(carry, combine(before, subgroupShiftUp(inclusive)));
        [[unroll]] for (uint i = 0; i < kSpansAtOnce; ++i) {
            storeFirst((first + i) * spanTiles, before, firsts[i]);
            before = combine(before, sums[i]);
        }
        carry = combine(carry, total);
    }
    if (gl_LocalInvocationIndex == 0)
        storeLast(carry);
}
#endif
