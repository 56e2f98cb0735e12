#version 460
#extension GL_GOOGLE_include_directive : require
// A segmented reduction in one dispatch: each workgroup reduces its span and publishes the sums of segments that it
// shares with other spans. The last waits for all, as in reduce_array.comp, and completes the segments that reach from
// span to span. That needs no progress guarantee if tickets say which is the last.
#define VKSCAN_ENTRY_POINT vkscan_kEntryReduceSegments
#include "tile/segment_ends.glsl"
#include "core/single_pass.glsl"

bool loadState(uint slot, inout State state) { return tryLoad(slot, state); }
void awaitState(bool missing, uint slot, inout State state) { waitForSlot(missing, slot, state); }

// Publishes the sums of the span. Returns whether this workgroup is the last.
bool publishSpan(SpanSums sums)
{
    const uint span = gl_WorkGroupID.x;
    if (gl_LocalInvocationIndex == 0 && mayPublish(span)) {
        publish(sumSlot(span), sums.sum);
        publish(firstSlot(span, push.gridWidth), sums.first);
    }
    if (kInOrder)
        return span == push.gridWidth - 1;
    if (gl_LocalInvocationIndex == 0) {
        sharedTicket = takeTicket().x;
        checkTicket(sharedTicket, push.gridWidth);
    }
    barrier();
    return sharedTicket == push.gridWidth - 1;
}

void main()
{
    // The epoch is loaded first, so that it arrives with what is loaded next. It stays until all have published.
    const uint epoch = gl_LocalInvocationIndex == 0 ? loadEpoch() : 0;
    const uint tiles = openSegments();
    const Span span = ownSpan(tiles);
    if (gl_LocalInvocationIndex == 0)
        sharedTag = epoch + 1;
    const SpanSums sums = reduceSpan(span);
    runTag = sharedTag;
    const bool isLast = publishSpan(sums);
    storeEmptySegments();
    if (!isLast)
        return;
    combineSpans(tiles, push.gridWidth);
    if (gl_LocalInvocationIndex == 0)
        openEpoch(runTag);
}
