#version 460
#extension GL_GOOGLE_include_directive : require
// The middle of Cascade and TruncatedCascade: one workgroup scans the aggregates of spans in their slots, from the
// initial value on, so that the downsweep finds its carries there. Cascade scans exclusively: a carry is in the slot of
// its span. TruncatedCascade scans inclusively: a carry is in the slot of the span before, since the first span needs
// none. Each invocation takes a run of slots.
#include "tile/interface.glsl"
#include "core/spans.glsl"

void main()
{
    const uint share = divideRoundingUp(push.spans, kWorkgroupSize);
    const uint first = min(push.spans, (gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID) * share);
    const uint end = min(push.spans, first + share);
    State sum = emptyState();
    for (uint slot = first; slot < end; ++slot)
        sum = combine(sum, loadSlot(slot));
    const State inclusive = subgroupScanInclusive(sum);
    State prefix;
    workgroupScan(subgroupLast(inclusive), prefix);
    State carry = combine(initialState(), combine(prefix, subgroupShiftUp(inclusive)));
    for (uint slot = first; slot < end; ++slot) {
        const State aggregate = loadSlot(slot);
        if (kExclusive)
            storeSlot(slot, carry);
        carry = combine(carry, aggregate);
        if (!kExclusive)
            storeSlot(slot, carry);
    }
}
