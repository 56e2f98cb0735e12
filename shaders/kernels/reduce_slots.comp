#version 460
#extension GL_GOOGLE_include_directive : require
// The second dispatch of a reduction on devices without 64-bit atomics: one workgroup sums the aggregates of spans,
// which reduce_spans left in slots, in their order.
#define VKSCAN_ENTRY_POINT vkscan_kEntryReduceSlots
#include "tile/interface.glsl"
#include "core/spans.glsl"

void main()
{
#if defined(TILE_FIXED_ORDER)
    const State total = sumOfSpans(initialState(), openArray());
    if (gl_LocalInvocationIndex == 0)
        storeTotal(total);
#else
    const State sum = spansBefore(push.spans);
    if (gl_LocalInvocationIndex == 0)
        storeTotal(combine(initialState(), sum));
#endif
}
