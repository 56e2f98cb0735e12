#version 460
#extension GL_GOOGLE_include_directive : require
// A pass of the portable form: each workgroup sorts spans by one digit, tile by tile. It sums the counts of all spans
// itself, which saves a dispatch.
#define VKSCAN_ENTRY_POINT vkscan_kEntryRadixSortScatter
#include "tile/radix_spans.glsl"
#include "tile/radix_tile.glsl"

// The place of the next key with each digit of this invocation.
void findStarts(Span span, out uint next[kDigitsEach])
{
    uint total = 0;
    uint all[kDigitsEach];
    [[unroll]] for (uint k = 0; k < kDigitsEach; ++k) {
        next[k] = 0;
        all[k] = 0;
        const uint64_t counts = countsAddress() + uint64_t(span.firstSlot) * kSortCountsBytes +
                                min(firstDigit() + k, kDigits - 1) * kScratchWordBytes;
        const uint own = span.slot - span.firstSlot;
        for (uint slot = 0; slot < span.slots; ++slot) {
            const uint count = PairAt(counts + slot * kSortCountsBytes).words.x;
            all[k] += count;
            next[k] += slot < own ? count : 0;
        }
        total += hasDigits() ? all[k] : 0;
    }
    uint before = span.segmentFirst + exclusiveSum(total);
    [[unroll]] for (uint k = 0; k < kDigitsEach; ++k) {
        next[k] += before;
        before += all[k];
    }
}

void main()
{
    openKeys();
    if (!openPass())
        return;
    const Digit digit = digitOfPass(push.pass);
    const uint spans = spanCount();
    for (uint index = gl_WorkGroupID.x; index < spans; index += push.gridWidth) {
        const Span span = spanAt(index);
        uint next[kDigitsEach];
        findStarts(span, next);
        for (uint tile = 0; tile < tilesOf(span); ++tile) {
            const uint first = span.first + tile * kTileKeys;
            const uint keys = min(span.end - first, kTileKeys);
            Key items[kItems];
            uvec4 values[kItems];
            uint places[kItems];
            uint counts[kDigitsEach];
            uint starts[kDigitsEach];
            loadKeys(first, keys, items);
            loadValues(first, keys, values);
            barrier(); // shared memory is in use
            countKeys(digit, items, counts);
            rankKeys(digit, items, counts, places, starts);
            [[unroll]] for (uint k = 0; k < kDigitsEach; ++k) {
                if (hasDigits())
                    sharedDigits[firstDigit() + k] = next[k] - starts[k];
                next[k] += counts[k];
            }
            storeTile(span.segmentEnd, digit, places, items, values);
        }
    }
}
