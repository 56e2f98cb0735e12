#version 460
#extension GL_GOOGLE_include_directive : require
// The downsweep of ReduceThenScan: each workgroup scans its span tile by tile, beginning with the sum of preceding
// spans. Every workgroup sums those aggregates itself, which saves the dispatch of a spine. With a single workgroup
// this is the whole scan.
//
// Merrill & Grimshaw, "Parallel Scan for Stream Architectures", 2009.
#define VKSCAN_ENTRY_POINT vkscan_kEntryScanSpans
#define VKSCAN_CHECKED_BEFORE (push.gridWidth > 1) // reduce_spans has checked, before any element may be overwritten
#include "tile/span_scan.glsl"

void main()
{
    const Span span = ownSpan(openArray());
    SpanSum sum = sumFrom(initialState());
    if (gl_WorkGroupID.x > 0)
        addSpansBefore(span, sum);
    SCAN_SPAN(span, sum)
}
