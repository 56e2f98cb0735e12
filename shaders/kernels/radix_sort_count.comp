#version 460
#extension GL_GOOGLE_include_directive : require
// Counts keys by digit, for several passes at once. Each workgroup has a span of tiles, and a slot for its counts; or takes
// every so many tiles, and adds to counts that all share.
//
// Keys that are missing are counted, too. They have the last digit, whose count nobody needs.
//
// Lanes that are neighbours count in different copies: of keys with few digits, all would queue for the same words.
#include "tile/radix_keys.glsl"

const uint kPasses = KEY_WORDS * 4;
const uint kCopies = 4 / KEY_WORDS;
shared uint sharedCounts[kPasses * kDigits * kCopies];

void main()
{
    const uint tiles = openKeys();
    const bool spans = (push.flags & kSortCountsSpans) != 0;
    for (uint i = gl_LocalInvocationIndex; i < kPasses * kDigits * kCopies; i += kWorkgroupSize)
        sharedCounts[i] = 0;
    barrier();

    uint firstTile = gl_WorkGroupID.x;
    uint endTile = tiles;
    uint stride = push.gridWidth;
    if (spans) {
        const uint tilesPerSpan = divideRoundingUp(tiles, push.gridWidth);
        firstTile = min(tiles, gl_WorkGroupID.x * tilesPerSpan);
        endTile = min(tiles, firstTile + tilesPerSpan);
        stride = 1;
    }
    const uint copy = gl_SubgroupInvocationID % kCopies;
    for (uint tile = firstTile; tile < endTile; tile += stride) {
        Key items[kItems];
        loadKeys(tile, keysOf(tile), items);
        [[unroll]] for (uint pass = 0; pass < kPasses; ++pass) {
            if (pass < push.passCount) {
                const Digit digit = digitOfPass(push.pass + pass);
                [[unroll]] for (uint i = 0; i < kItems; ++i)
                    atomicAdd(sharedCounts[(pass * kDigits + valueOf(items[i], digit)) * kCopies + copy], 1,
                              gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
            }
        }
    }
    barrier();

    const uint words = push.passCount * kDigits;
    const uint64_t slot =
        push.scratchAddress + kScratchHeaderBytes + (spans ? gl_WorkGroupID.x * words * kScratchWordBytes : 0);
    for (uint i = gl_LocalInvocationIndex; i < words; i += kWorkgroupSize) {
        uint sum = 0;
        [[unroll]] for (uint n = 0; n < kCopies; ++n)
            sum += sharedCounts[i * kCopies + n];
        if (spans)
            PairAt(slot + i * kScratchWordBytes).words = uvec2(sum, 0);
        else if (sum > 0)
            atomicAdd(UintAt(slot + i * kScratchWordBytes).word, sum, gl_ScopeDevice, gl_StorageSemanticsNone,
                      gl_SemanticsRelaxed);
    }
}
