// Spans: consecutive tiles of the array, as many spans as workgroups and one each.
#ifndef VKSCAN_CORE_SPANS
#define VKSCAN_CORE_SPANS
#include "core/slots.glsl"
#include "core/workgroup.glsl"

// Whether the dispatch has to run: behind a single pass that may give up, only if the last run has.
bool isWanted()
{
    return !kFallsBack || givenUpTag() == SlotWord(push.scratchAddress + kScratchTicket).word.y;
}

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
