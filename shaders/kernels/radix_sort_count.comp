#version 460
#extension GL_GOOGLE_include_directive : require
// Counts keys by digit, for several passes at once. Each workgroup has spans of tiles, each with a slot for its counts;
// or it takes every gridWidth-th tile and adds to shared counts. If it counts the input, it also finds the passes whose
// digits differ.
//
// Missing keys are counted. They have the last digit, whose count is not used.
#define VKSCAN_ENTRY_POINT vkscan_kEntryRadixSortCount
#include "tile/radix_spans.glsl"

shared uint sharedCounts[kMostPasses * kDigits];
shared uint sharedDiffering[2]; // bits in which keys differ

// Counts a tile. Adds the bits in which its keys differ from the first key of the array.
void countTile(uint first, uint keys, Key firstOfAll, inout uvec2 differing)
{
    Key items[kItems];
    loadKeys(first, keys, items);
    const uvec2 ordered = orderedBits(firstOfAll);
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        if (keys == kTileKeys || keyInTile(i) < keys)
            differing |= orderedBits(items[i]) ^ ordered;
    [[unroll]] for (uint pass = 0; pass < kMostPasses; ++pass) {
        if (pass < push.passCount) {
            const Digit digit = digitOfPass(push.pass + pass);
            [[unroll]] for (uint i = 0; i < kItems; ++i)
                atomicAdd(sharedCounts[pass * kDigits + valueOf(items[i], digit)], 1, gl_ScopeWorkgroup,
                          gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        }
    }
}

void addBits(uint word, uint bits)
{
    if (bits != 0)
        atomicOr(sharedDiffering[word], bits, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

void main()
{
    const uint tiles = openKeys();
    if (push.pass > 0 && !openPass())
        return;
    const bool hasSpans = (push.flags & kSortCountsSpans) != 0;
    const uint spans = spanCount();
    for (uint index = gl_WorkGroupID.x; index < spans; index += push.gridWidth) {
        const Span span = spanAt(index);
        barrier(); // shared memory is in use
        for (uint i = gl_LocalInvocationIndex; i < kMostPasses * kDigits; i += kWorkgroupSize)
            sharedCounts[i] = 0;
        if (gl_LocalInvocationIndex < 2)
            sharedDiffering[gl_LocalInvocationIndex] = 0;
        barrier();

        const uint first = hasSpans ? span.first : 0;
        const uint end = hasSpans ? span.end : keyCount;
        const uint endTile = hasSpans ? tilesOf(span) : tiles;
        uvec2 differing = uvec2(0);
        const bool findsPasses = push.pass == 0 && (push.flags & kSortAllPasses) == 0;
        Key firstOfAll = missingKey();
        if (findsPasses && first < end)
            firstOfAll = inputKey(0);
        for (uint tile = hasSpans ? 0 : index; tile < endTile; tile += hasSpans ? 1 : push.gridWidth)
            countTile(first + tile * kTileKeys, min(end - first - tile * kTileKeys, kTileKeys), firstOfAll, differing);
        addBits(0, differing.x);
        addBits(1, differing.y);
        barrier();

        if (findsPasses && gl_LocalInvocationIndex == 0) {
            const uint passes = passesOf(uvec2(sharedDiffering[0], sharedDiffering[1]));
            const uint64_t slots = push.scratchAddress + kScratchHeaderBytes;
            if (hasSpans)
                UintAt(slots + index * kScratchWordBytes).word = passes;
            else
                atomicOr(UintAt(slots).word, passes, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        }
        const uint words = push.passCount * kDigits;
        const uint64_t slot = countsAddress() + (hasSpans ? uint64_t(index) * (words * kScratchWordBytes) : 0);
        for (uint i = gl_LocalInvocationIndex; i < words; i += kWorkgroupSize) {
            const uint sum = sharedCounts[i];
            if (hasSpans)
                PairAt(slot + i * kScratchWordBytes).words = uvec2(sum, 0);
            else if (sum > 0)
                atomicAdd(UintAt(slot + i * kScratchWordBytes).word, sum, gl_ScopeDevice, gl_StorageSemanticsNone,
                          gl_SemanticsRelaxed);
        }
    }
}
