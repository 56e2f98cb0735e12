// Spans: consecutive tiles of the array, one span for each workgroup.
#ifndef VKSCAN_CORE_SPANS
#define VKSCAN_CORE_SPANS
#include "core/slots.glsl"
#include "core/workgroup.glsl"

#if defined(TILE_FIXED_ORDER)
#include "core/fixed_order.glsl"
#else
// The sum of a span, tile by tile: the sum so far is the next tile's carry. Reproducible sums (core/fixed_order.glsl)
// differ.
#define SpanSum State
#define sumFrom(start) (start)
#define addTileOf(span, sum, tile, aggregate) sum = combine(sum, aggregate)
#define carryOf(span, sum, tile) sum
#define shareTile(span, sum, tile)
#define spanTotal(sum) sum
#define arrayTotal(sum) sum
#define endsArray(span) (gl_WorkGroupID.x == push.gridWidth - 1)
#define addSpansBefore(span, sum) sum = combine(sum, spansBefore(gl_WorkGroupID.x))

struct Span {
    uint firstTile;
    uint endTile;
};

Span ownSpan(uint tiles)
{
    if (push.gridWidth == 1)
        return Span(0, tiles);
    const uint tilesPerSpan = divideRoundingUp(tiles, push.gridWidth);
    const uint first = min(tiles, gl_WorkGroupID.x * tilesPerSpan);
    return Span(first, min(tiles, first + tilesPerSpan));
}

// The sum of the spans before this one.
State spansBefore(uint span)
{
    const uint share = divideRoundingUp(span, kWorkgroupSize);
    const uint first = min(span, (gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID) * share);
    State sum = emptyState();
    for (uint i = first; i < min(span, first + share); ++i)
        sum = combine(sum, loadSlot(i));
    return workgroupReduce(sum);
}
#endif
#endif
