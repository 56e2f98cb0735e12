#version 460
#extension GL_GOOGLE_include_directive : require
// Splits spans of tiles whose keys have all been counted: each workgroup sums the counts of all spans, and moves its
// own tile by tile. A single workgroup counts its span itself. No workgroup waits.
#include "tile/split_tile.glsl"

// The keys of this invocation's digit in the spans before this one, and in all.
uvec2 sumSlots()
{
    uvec2 sums = uvec2(0);
    for (uint slot = firstSlot(); slot < push.slots; slot += kSharers) {
        const uint count = PairAt(wordAddress(slot, sharedDigit())).words.x;
        sums += uvec2(slot < gl_WorkGroupID.x ? count : 0, count);
    }
    return addParts(sums);
}

void main()
{
    const uint tiles = openKeys();
    const Span span = spanOf(gl_WorkGroupID.x, tiles);
    const Digit digit = Digit(push.shift);
    uvec2 sums;
    if (push.slots > 0) {
        sums = sumSlots();
    } else {
        countSpan(span, digit);
        sums = uvec2(0, sharedCounts[sharedDigit()]);
    }
    uint next = findStart(sums.y, gl_WorkGroupID.x == 0) + sums.x; // place of the next key with this invocation's digit

    Key items[kItems];
    if (span.firstTile < span.endTile)
        loadKeys(span.firstTile, items);
    for (uint tile = span.firstTile; tile < span.endTile; ++tile) {
        uint places[kItems];
        barrier(); // shared memory is in use
        placeKeys(digit, items, places);
        stageItems(digit, places, items);
        if (hasDigits())
            sharedDigits[firstDigit()] = next - startInTile();
        next += countInTile();
        if (tile + 1 < span.endTile)
            loadKeys(tile + 1, items); // in flight while the tile is stored
        storeTile(tile, digit);
    }
}
