// Spans of tiles, which are counted and then sorted by the counts of all spans: of the array or, if a segment does not
// fit a tile, of the segment.
#ifndef VKSCAN_TILE_RADIX_SPANS
#define VKSCAN_TILE_RADIX_SPANS
#include "tile/radix_keys.glsl"

struct Span {
    uint first; // first key
    uint end;   // key behind the last
    uint segmentFirst; // first key of the segment, or of the array
    uint segmentEnd;
    uint slot;      // slot of its counts
    uint firstSlot; // slot of the first span of the segment
    uint slots;
};

uint spanCount()
{
    return sortsSegments() ? min(UintAt(push.scratchAddress + kScratchHeaderBytes).word, push.slots) : push.gridWidth;
}

// The span of an index. Spans for which the array has no keys are empty.
Span spanAt(uint index)
{
    Span span = Span(0, 0, 0, keyCount, index, 0, push.gridWidth);
    if (sortsSegments()) {
        const uint64_t spans = push.scratchAddress + kScratchHeaderBytes + kSortCountsBytes;
        const uvec4 words = QuadAt(spans + uint64_t(index) * kSortSpanBytes).words;
        span = Span(0, 0, words.x, words.y, index, words.z, words.w);
    }
    const uint keys = span.segmentEnd - span.segmentFirst;
    const uint tiles = keys / kTileKeys + (keys % kTileKeys > 0 ? 1 : 0);
    const uint spanTiles = divideRoundingUp(tiles, max(span.slots, 1));
    const uint firstTile = min(tiles, (index - span.firstSlot) * spanTiles);
    span.first = min(span.segmentFirst + firstTile * kTileKeys, span.segmentEnd);
    span.end = span.first + min(span.segmentEnd - span.first, spanTiles * kTileKeys);
    return span;
}

uint tilesOf(Span span) { return divideRoundingUp(span.end - span.first, kTileKeys); }
#endif
