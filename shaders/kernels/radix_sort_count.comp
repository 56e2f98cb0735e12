#version 460
#extension GL_GOOGLE_include_directive : require
// Counts keys by digit, for several passes at once. Each workgroup has a span of tiles, and a slot for its counts; or takes
// every so many tiles, and adds to counts that all share. From the input, it also finds the bits in which keys differ.
//
// Keys that are missing are counted, too. They have the last digit, whose count nobody needs.
//
// Lanes that are neighbours count in different copies: of keys with few digits, all would queue for the same words.
#include "tile/radix_keys.glsl"

const uint kCopies = 16 / kKeyBytes;
shared uint sharedCounts[kMostPasses * kDigits * kCopies];

// Adds the bits in which this tile's keys differ from the first.
void addDiffering(Key first, uint keys, Key items[kItems], inout uvec2 differing)
{
    const uvec2 ordered = orderedBits(first);
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        if (keys == kTileKeys || keyInTile(i) < keys)
            differing |= orderedBits(items[i]) ^ ordered;
}

void main()
{
    const uint tiles = openKeys();
    if (push.pass > 0 && !openPass())
        return;
    const bool spans = (push.flags & kSortCountsSpans) != 0;
    barrier(); // sharedDiffering is in use
    for (uint i = gl_LocalInvocationIndex; i < kMostPasses * kDigits * kCopies; i += kWorkgroupSize)
        sharedCounts[i] = 0;
    if (gl_LocalInvocationIndex < 2)
        sharedDiffering[gl_LocalInvocationIndex] = 0;
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
    Key first = missingKey();
    if (firstTile < endTile)
        first = loadKey(inputKeys());
    uvec2 differing = uvec2(0);
    for (uint tile = firstTile; tile < endTile; tile += stride) {
        Key items[kItems];
        loadKeys(tile, keysOf(tile), items);
        addDiffering(first, keysOf(tile), items, differing);
        [[unroll]] for (uint pass = 0; pass < kMostPasses; ++pass) {
            if (pass < push.passCount) {
                const Digit digit = digitOfPass(push.pass + pass);
                [[unroll]] for (uint i = 0; i < kItems; ++i)
                    atomicAdd(sharedCounts[(pass * kDigits + valueOf(items[i], digit)) * kCopies + copy], 1,
                              gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
            }
        }
    }
    if (differing.x != 0)
        atomicOr(sharedDiffering[0], differing.x, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    if (differing.y != 0)
        atomicOr(sharedDiffering[1], differing.y, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    barrier();

    if (gl_LocalInvocationIndex < 2 && push.pass == 0) {
        const uint bits = sharedDiffering[gl_LocalInvocationIndex];
        const uint64_t slots = push.scratchAddress + kScratchHeaderBytes + gl_LocalInvocationIndex * 4;
        if (spans)
            UintAt(slots + gl_WorkGroupID.x * kScratchWordBytes).word = bits;
        else if (bits != 0)
            atomicOr(UintAt(slots).word, bits, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    }
    const uint words = push.passCount * kDigits;
    const uint64_t slot = countsAddress() + (spans ? gl_WorkGroupID.x * words * kScratchWordBytes : 0);
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
