// Spans: the array in as many runs of consecutive tiles as there are workgroups, one each.
#include "slots.glsl"

layout(buffer_reference, std430, buffer_reference_align = 8) buffer SpanSlot { uvec2 words[kWords]; };

struct Span {
    uint firstTile;
    uint endTile;
};

Span ownSpan(uint tiles)
{
    const uint tilesPerSpan = divideRoundingUp(tiles, gl_NumWorkGroups.x);
    const uint first = min(tiles, gl_WorkGroupID.x * tilesPerSpan);
    return Span(first, min(tiles, first + tilesPerSpan));
}

// A span's aggregate travels from dispatch to dispatch behind a barrier: plain accesses, with the tag 0 so that no
// later run takes the words for its own.
void storeSpanAggregate(uint span, Element aggregate)
{
    const Words words = toWords(aggregate);
    SpanSlot slot = SpanSlot(slotAddress(span));
#if ELEMENT_WORDS == 2
    slot.words[0] = uvec2(words.x, 0u);
    slot.words[1] = uvec2(words.y, 0u);
#else
    slot.words[0] = uvec2(words, 0u);
#endif
}

Element loadSpanAggregate(uint span)
{
    SpanSlot slot = SpanSlot(slotAddress(span));
#if ELEMENT_WORDS == 2
    return fromWords(uvec2(slot.words[0].x, slot.words[1].x));
#else
    return fromWords(slot.words[0].x);
#endif
}

// What the spans before this one add up to.
Element spansBefore(uint span)
{
    const uint share = divideRoundingUp(span, kWorkgroupSize);
    const uint first = min(span, (gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID) * share);
    Element sum = identity();
    for (uint i = first; i < min(span, first + share); ++i)
        sum = combine(sum, loadSpanAggregate(i));
    return workgroupReduce(sum);
}
