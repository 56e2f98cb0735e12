// Counts by digit in scratch, of sorts whose passes are one dispatch each: those of all passes, which are counted first,
// then the slots in which the workgroups of a pass exchange theirs.
#ifndef VKSCAN_TILE_RADIX_COUNTS
#define VKSCAN_TILE_RADIX_COUNTS
#include "tile/radix_rank.glsl"

// The word of a digit in a slot. The same word of the next slot is kSortCountsBytes further.
uint64_t wordAddress(uint slot, uint digit)
{
    return countsAddress() + uint64_t(push.passCount * push.slots + slot) * kSortCountsBytes + digit * kScratchWordBytes;
}

// The begin of the keys of each digit of this invocation in the whole array.
void findStarts(out uint starts[kDigitsEach])
{
    uint sum = 0;
    [[unroll]] for (uint k = 0; k < kDigitsEach; ++k) {
        const uint digit = push.pass * kDigits + min(firstDigit() + k, kDigits - 1);
        const uint64_t counts = countsAddress() + digit * kScratchWordBytes;
        starts[k] = sum;
        for (uint slot = 0; slot < push.slots; ++slot)
            sum += hasDigits() ? PairAt(counts + slot * (push.passCount * kSortCountsBytes)).words.x : 0;
    }
    const uint before = exclusiveSum(sum);
    [[unroll]] for (uint k = 0; k < kDigitsEach; ++k)
        starts[k] += before;
}
#endif
