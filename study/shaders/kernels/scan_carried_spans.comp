#version 460
#extension GL_GOOGLE_include_directive : require
// The downsweep of cascades: each workgroup scans its span from the carry on that a dispatch before has left in a slot.
// push.spans carries are those of the last spans. Spans before these have been scanned.
#include "tile/span_scan.glsl"

void main()
{
    const uint scanned = push.gridWidth - push.spans;
    if (gl_WorkGroupID.x < scanned)
        return;
    const Span span = ownSpan(openArray());
    SpanSum sum = sumFrom(loadSlot(gl_WorkGroupID.x - scanned));
    SCAN_SPAN(span, sum)
}
