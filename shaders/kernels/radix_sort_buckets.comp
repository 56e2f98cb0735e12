#version 460
#extension GL_GOOGLE_include_directive : require
// Writes the beginning of the keys of each digit after a sort by one digit, and the number of keys. One workgroup sums
// the counts that the sort has left in scratch. Without slots of counts, it counts the keys of the input.
#include "tile/radix_rank.glsl"

void countInput(uint tiles, Digit digit)
{
    for (uint i = gl_LocalInvocationIndex; i < kDigits; i += kWorkgroupSize)
        sharedDigits[i] = 0;
    barrier();
    for (uint tile = 0; tile < tiles; ++tile) {
        Key items[kItems];
        loadArray(push.inputAddress, tile * kTileKeys, keysOf(tile), items);
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            atomicAdd(sharedDigits[valueOf(items[i], digit)], 1, gl_ScopeWorkgroup, gl_StorageSemanticsNone,
                      gl_SemanticsRelaxed);
    }
    barrier();
}

void main()
{
    const uint tiles = openKeys();
    const Digit digit = digitOfPass(0);
    if (push.slots == 0)
        countInput(tiles, digit);
    uint counts[kDigitsEach];
    uint sum = 0;
    const uint first = firstDigit();
    [[unroll]] for (uint k = 0; k < kDigitsEach; ++k) {
        const uint at = min(first + k, kDigits - 1);
        counts[k] = push.slots == 0 ? sharedDigits[at] : 0;
        for (uint slot = 0; slot < push.slots; ++slot)
            counts[k] += PairAt(countsAddress() + slot * kSortCountsBytes + at * kScratchWordBytes).words.x;
        sum += hasDigits() ? counts[k] : 0;
    }
    uint before = exclusiveSum(sum);
    // Missing keys are counted. They have the last digit, after which the count follows.
    [[unroll]] for (uint k = 0; k < kDigitsEach; ++k) {
        if (first + k <= digit.mask)
            UintAt(push.segmentsAddress + (first + k) * 4).word = before;
        before += counts[k];
    }
    if (gl_LocalInvocationIndex == 0)
        UintAt(push.segmentsAddress + (digit.mask + 1) * 4).word = keyCount;
}
