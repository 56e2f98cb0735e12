#version 460
#extension GL_GOOGLE_include_directive : require
// The downsweep of ReduceThenScan: each workgroup scans its span tile by tile, beginning with the sum of preceding
// spans. Every workgroup sums those aggregates itself, which saves the dispatch of a spine. With a single workgroup
// this is the whole scan. With SPANS_CARRIED a spine has left the carry of each span in its slot, and the first span may
// have been scanned before.
//
// Merrill & Grimshaw, "Parallel Scan for Stream Architectures", 2009.
#define VKSCAN_ENTRY_POINT vkscan_kEntryScanSpans
#define VKSCAN_CHECKED_BEFORE (push.gridWidth > 1) // reduce_spans has checked, before any element may be overwritten
#include "tile/interface.glsl"
#include "core/spans.glsl"

void main()
{
    const Span span = ownSpan(openArray());
#if defined(SPANS_CARRIED)
    const uint scanned = push.gridWidth - push.spans;
    if (gl_WorkGroupID.x < scanned)
        return;
    SpanSum sum = sumFrom(loadSlot(gl_WorkGroupID.x - scanned));
#else
    SpanSum sum = sumFrom(initialState());
    if (gl_WorkGroupID.x > 0)
        addSpansBefore(span, sum);
#endif
    for (uint index = span.firstTile; index < span.endTile; ++index) {
        Tile tile;
        loadTile(index, tile);
        const State aggregate = scanTile(tile);
        storeTile(index, tile, carryOf(span, sum, index));
        addTileOf(span, sum, index, aggregate);
    }
    if (endsArray(span) && gl_LocalInvocationIndex == 0)
        storeTotal(arrayTotal(sum));
}
