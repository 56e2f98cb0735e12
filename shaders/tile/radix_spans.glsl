// Spans of tiles, which are counted and then sorted by the counts of all spans: spans of the array or, if a segment
// exceeds a tile, of the segment.
#ifndef VKSCAN_TILE_RADIX_SPANS
#define VKSCAN_TILE_RADIX_SPANS
#include "tile/radix_keys.glsl"

struct Span {
    uint first; // first key
    uint end;   // the end of its keys
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

// A span in scratch is words {value, 0}, which no run mistakes for its own.
uint64_t spanAddress(uint index)
{
    return push.scratchAddress + kScratchHeaderBytes + kSortCountsBytes + uint64_t(index) * kSortSpanBytes;
}

// Values: first key of the segment, end of its keys, first span of the segment, spans of the segment.
void storeSpan(uint index, uvec4 span)
{
    QuadAt(spanAddress(index)).words = uvec4(span.x, 0, span.y, 0);
    QuadAt(spanAddress(index) + 16).words = uvec4(span.z, 0, span.w, 0);
}

// The span of an index. Spans beyond the array's keys are empty.
Span spanAt(uint index)
{
    Span span = Span(0, 0, 0, keyCount, index, 0, push.gridWidth);
    if (sortsSegments()) {
        const uvec2 segment = QuadAt(spanAddress(index)).words.xz;
        const uvec2 spans = QuadAt(spanAddress(index) + 16).words.xz;
        span = Span(0, 0, segment.x, segment.y, index, spans.x, spans.y);
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
