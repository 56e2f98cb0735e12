#version 460
#extension GL_GOOGLE_include_directive : require
// The first dispatch of a segmented reduction in two: each workgroup reduces its span, and stores sums of segments
// shared with other spans in slots. With one span, it is the whole reduction.
#define VKSCAN_ENTRY_POINT vkscan_kEntryReduceSegmentSpans
#include "tile/segment_ends.glsl"

bool loadState(uint slot, inout State state) { return false; }
void awaitState(bool missing, uint slot, inout State state) {}

void main()
{
    const uint span = gl_WorkGroupID.x;
    const SpanSums sums = reduceSpan(ownSpan(openSegments()));
    storeEmptySegments();
    if (gl_LocalInvocationIndex > 0)
        return;
    if (push.spans == 0) {
        storeFirst(0, emptyState(), sums.first);
        storeLast(sums.sum);
    } else {
        storeSlot(sumSlot(span), sums.sum);
        storeSlot(firstSlot(span, push.spans), sums.first);
    }
}
