#version 460
#extension GL_GOOGLE_include_directive : require
// The upsweep of ReduceThenScan: each workgroup stores the aggregate of its span.
#define VKSCAN_ENTRY_POINT vkscan_kEntryReduceSpans
#include "tile/interface.glsl"
#include "core/spans.glsl"

void main()
{
    const Span span = ownSpan(openArray());
    SpanSum sum = sumFrom(emptyState());
    for (uint tile = span.firstTile; tile < span.endTile; ++tile) {
        addTileOf(span, sum, tile, aggregateTile(tile));
        shareTile(span, sum, tile);
    }
    if (gl_LocalInvocationIndex == 0)
        storeSlot(gl_WorkGroupID.x, spanTotal(sum));
}
