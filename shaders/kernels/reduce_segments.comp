#version 460
#extension GL_GOOGLE_include_directive : require
// A segmented reduction in one dispatch: each workgroup reduces its span and publishes the sums of segments shared with
// other spans. The last one waits for all, as in reduce_array.comp, and completes the segments that cross spans. If
// tickets determine the last, no progress guarantee is needed.
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
    // The epoch is loaded first, so that it arrives with the next loads. It does not change until all have published.
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
