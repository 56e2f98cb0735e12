#version 460
#extension GL_GOOGLE_include_directive : require
// One step of RecursiveDoubling over the aggregates of spans: each invocation combines the states of two slots that are
// push.spans apart. push.maxCount slots lie in each half of scratch. Steps read one half and write the other, in turn.
// The first step, of distance 0, moves aggregates to the next slot, so that the last one leaves each span's carry in
// its slot, in the first half.
//
// Kogge & Stone, "A Parallel Algorithm for the Efficient Solution of a General Class of Recurrence Equations", 1973.
#include "tile/interface.glsl"
#include "core/slots.glsl"

void main()
{
    const uint slots = uint(push.maxCount);
    const uint distance = push.spans;
    const uint slot = gl_WorkGroupID.x * kWorkgroupSize + gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    if (slot >= slots)
        return;
    const bool fromSecond = distance > 0 && findMSB(distance) % 2 == 0;
    const uint from = fromSecond ? slots : 0;
    const uint to = fromSecond ? 0 : slots;
    State state = initialState();
    if (distance > 0 || slot > 0)
        state = loadSlot(from + slot - (distance > 0 ? 0 : 1));
    if (distance > 0 && slot >= distance)
        state = combine(loadSlot(from + slot - distance), state);
    storeSlot(to + slot, state);
}
