#version 460
#extension GL_GOOGLE_include_directive : require
// The second dispatch of a segmented reduction in two: one workgroup completes the segments that cross spans.
#define VKSCAN_ENTRY_POINT vkscan_kEntryReduceSegmentEnds
#include "tile/segment_ends.glsl"

bool loadState(uint slot, inout State state)
{
    state = loadSlot(slot);
    return true;
}
void awaitState(bool missing, uint slot, inout State state) {}

void main() { combineSpans(openSegments(), push.spans); }
