#version 460
#extension GL_GOOGLE_include_directive : require
// A pass of the portable form: each workgroup sorts its span by one digit, tile by tile. It sums the counts of all spans
// itself, which spares a dispatch.
#include "tile/radix_tile.glsl"

void main()
{
    const uint tiles = openKeys();
    if (!openPass())
        return;
    const uint tilesPerSpan = divideRoundingUp(tiles, push.gridWidth);
    const uint firstTile = min(tiles, gl_WorkGroupID.x * tilesPerSpan);
    const uint endTile = min(tiles, firstTile + tilesPerSpan);
    const Digit digit = digitOfPass(push.pass);

    // Where the next key of each of this invocation's digits goes.
    uint next[kDigitsEach];
    uint total = 0;
    uint all[kDigitsEach];
    [[unroll]] for (uint k = 0; k < kDigitsEach; ++k) {
        next[k] = 0;
        all[k] = 0;
        const uint64_t counts = countsAddress() + min(firstDigit() + k, kDigits - 1) * kScratchWordBytes;
        for (uint span = 0; span < push.gridWidth; ++span) {
            const uint count = PairAt(counts + span * kSortCountsBytes).words.x;
            all[k] += count;
            next[k] += span < gl_WorkGroupID.x ? count : 0;
        }
        total += hasDigits() ? all[k] : 0;
    }
    const uint inclusive = subgroupScanInclusive(total);
    uint before;
    workgroupScan(subgroupLast(inclusive), before);
    before += inclusive - total;
    [[unroll]] for (uint k = 0; k < kDigitsEach; ++k) {
        next[k] += before;
        before += all[k];
    }

    for (uint tile = firstTile; tile < endTile; ++tile) {
        const uint keys = keysOf(tile);
        Key items[kItems];
        uvec4 values[kItems];
        uint places[kItems];
        uint counts[kDigitsEach];
        uint starts[kDigitsEach];
        loadKeys(tile, keys, items);
        loadValues(tile, keys, values);
        barrier(); // shared memory is in use
        countKeys(digit, items, counts);
        rankKeys(digit, items, counts, places, starts);
        stageKeys(places, items);
        [[unroll]] for (uint k = 0; k < kDigitsEach; ++k) {
            if (hasDigits())
                sharedDigits[firstDigit() + k] = next[k] - starts[k];
            next[k] += counts[k];
        }
        storeTile(digit, places, values);
    }
}
