#version 460
#extension GL_GOOGLE_include_directive : require
// A reduction in one dispatch that needs no progress guarantee: each workgroup publishes the aggregate of its span and
// then takes a ticket. The last to take one waits for words that were published before, sums them in the order of the
// spans, so that floats have the same bits in every run, and stores the result.
//
// The last block's part is from NVIDIA's sample threadFenceReduction; words that carry the run's tag take the place of
// its fence.
#include "common.glsl"
#include "monoid.glsl"
#include "subgroup.glsl"
#include "workgroup.glsl"
#include "tile.glsl"
#include "tile_form.glsl"
#include "spans.glsl"
#include "single_pass.glsl"

// Of all spans, each slot waited for.
State sumSlots(uint spans)
{
    const uint share = divideRoundingUp(spans, kWorkgroupSize);
    const uint first = (gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID) * share;
    State sum = emptyState();
    for (uint i = 0; i < share; ++i) {
        State value = emptyState();
        waitForSlot(first + i < spans, first + i, value);
        sum = combine(sum, value);
    }
    return workgroupReduce(sum);
}

// Whether this workgroup is the last that publishes.
bool publishSpan(uint span, State aggregate)
{
    if (gl_LocalInvocationIndex == 0) {
        runTag = unpackUint2x32(atomicLoad(ticketWord().word, gl_ScopeDevice, gl_StorageSemanticsNone,
                                           gl_SemanticsRelaxed)).y + 1;
        if (mayPublish(span))
            publish(span, aggregate);
        sharedTicket = unpackUint2x32(atomicAdd(ticketWord().word, 1ul, gl_ScopeDevice, gl_StorageSemanticsNone,
                                                gl_SemanticsRelaxed)).x;
        sharedTag = runTag;
    }
    barrier();
    runTag = sharedTag;
    return sharedTicket == push.gridWidth - 1;
}

void main()
{
    const Span span = ownSpan(openArray());
    State aggregate = emptyState();
    for (uint tile = span.firstTile; tile < span.endTile; ++tile)
        aggregate = combine(aggregate, aggregateTile(tile));
    if (push.gridWidth > 1) {
        if (!publishSpan(gl_WorkGroupID.x, aggregate))
            return;
        aggregate = sumSlots(push.gridWidth);
    }
    if (gl_LocalInvocationIndex == 0) {
        storeTotal(combine(initialState(), aggregate));
        if (push.gridWidth > 1)
            openEpoch(runTag);
    }
}
