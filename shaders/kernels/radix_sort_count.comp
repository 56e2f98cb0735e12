#version 460
#extension GL_GOOGLE_include_directive : require
// Counts keys by digit, for several passes at once: all of the single-pass form, whose workgroups add to the same counts;
// or for one pass, of which each workgroup has a span of tiles, and counts of its own.
//
// Equal digits in a row, of one invocation, are counted at once, and lanes that are neighbours count in different copies:
// of keys with few digits, all invocations would queue for the same words.
#include "tile/radix_keys.glsl"

const uint kPasses = KEY_WORDS * 4;
const uint kCountWords = kPasses * kDigits > 4096 ? kPasses * kDigits : 4096;
shared uint sharedCounts[kCountWords];

void addRun(uint copies, uint pass, uint digit, uint times)
{
    atomicAdd(sharedCounts[(pass * kDigits + digit) * copies + gl_SubgroupInvocationID % copies], times,
              gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

void main()
{
    const uint tiles = openKeys();
    const bool spans = (push.flags & kSortCountsSpans) != 0;
    const uint copies = min(kCountWords / (push.passCount * kDigits), 8);
    const uint words = push.passCount * kDigits * copies;
    for (uint first = 0; first < words; first += kWorkgroupSize)
        if (first + gl_LocalInvocationIndex < words)
            sharedCounts[first + gl_LocalInvocationIndex] = 0;
    barrier();

    uint firstTile = gl_WorkGroupID.x;
    uint endTile = tiles;
    uint step = push.gridWidth;
    if (spans) {
        const uint tilesPerSpan = divideRoundingUp(tiles, push.gridWidth);
        firstTile = min(tiles, gl_WorkGroupID.x * tilesPerSpan);
        endTile = min(tiles, firstTile + tilesPerSpan);
        step = 1;
    }
    uint digits[kPasses]; // of the keys counted last
    uint times[kPasses];  // how many of them are not in shared memory yet
    [[unroll]] for (uint pass = 0; pass < kPasses; ++pass) {
        digits[pass] = 0;
        times[pass] = 0;
    }
    for (uint tile = firstTile; tile < endTile; tile += step) {
        const uint64_t address = push.inputAddress + uint64_t(tile) * kTileKeys * kKeyBytes;
        const uint keys = keysOf(tile);
        Key items[kItems];
        [[unroll]] for (uint i = 0; i < kItems; ++i) {
            items[i] = Key(0);
            if (keyInTile(i) < keys)
                items[i] = KeyAt(address + keyInTile(i) * kKeyBytes).key;
        }
        [[unroll]] for (uint i = 0; i < kItems; ++i) {
            const bool exists = keyInTile(i) < keys;
            [[unroll]] for (uint pass = 0; pass < kPasses; ++pass) {
                if (pass < push.passCount && exists) {
                    const uint digit = valueOf(items[i], digitOfPass(push.pass + pass));
                    if (digit != digits[pass]) {
                        if (times[pass] > 0)
                            addRun(copies, pass, digits[pass], times[pass]);
                        digits[pass] = digit;
                        times[pass] = 0;
                    }
                    ++times[pass];
                }
            }
        }
    }
    [[unroll]] for (uint pass = 0; pass < kPasses; ++pass)
        if (times[pass] > 0)
            addRun(copies, pass, digits[pass], times[pass]);
    barrier();

    const uint64_t counts = push.scratchAddress + kScratchHeaderBytes + (spans ? gl_WorkGroupID.x * kSortCountsBytes : 0);
    for (uint first = 0; first < push.passCount * kDigits; first += kWorkgroupSize) {
        const uint i = first + gl_LocalInvocationIndex;
        uint sum = 0; // by a loop that none leaves early: lavapipe 22.3 loses the others' sums there
        for (uint copy = 0; copy < copies; ++copy)
            if (i < push.passCount * kDigits)
                sum += sharedCounts[i * copies + copy];
        if (i < push.passCount * kDigits) {
            if (spans)
                PairAt(counts + i * kScratchWordBytes).words = uvec2(sum, 0);
            else if (sum > 0)
                atomicAdd(UintAt(counts + i * kScratchWordBytes).word, sum, gl_ScopeDevice, gl_StorageSemanticsNone,
                          gl_SemanticsRelaxed);
        }
    }
}
