// The last step of a segmented reduction: one workgroup combines what the spans have left in slots, in their order, and
// stores the results of the segments that end first in each span.
#ifndef VKSCAN_TILE_SEGMENT_ENDS
#define VKSCAN_TILE_SEGMENT_ENDS
#include "tile/segment_sums.glsl"

// Slots: every span's sum, then what precedes its first end.
uint sumSlot(uint span) { return span; }
uint firstSlot(uint span, uint spans) { return spans + span; }

// By the entry point: loads a slot, returns whether it has been published; and waits for one.
bool loadState(uint slot, inout State state);
void awaitState(bool missing, uint slot, inout State state);

const uint kSpansAtOnce = 4; // of an invocation, in their order

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
