// Slots: where workgroups leave states for each other in scratch (abi.h has the layout).
#ifndef VKSCAN_CORE_SLOTS
#define VKSCAN_CORE_SLOTS
#include "core/monoid.glsl"

// Waits of the single pass may be given up, and later dispatches then do its work without any.
layout(constant_id = kIdFallsBack) const bool kFallsBack = false;

uint64_t slotAddress(uint slot)
{
    return push.scratchAddress + kScratchHeaderBytes + uint64_t(slot) * (kStateWords * kScratchWordBytes);
}

layout(buffer_reference, std430, buffer_reference_align = 8) buffer SlotWord { uvec2 word; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer StatusAt { uint status; };

// Adds a ScratchStatus to scratch, for the host.
void tell(uint status)
{
    atomicOr(StatusAt(push.scratchAddress + kScratchStatus).status, status, gl_ScopeDevice, gl_StorageSemanticsNone,
             gl_SemanticsRelaxed);
}

// The last tag of the last run that was given up and left to later dispatches. A run with tags of its own clears it
// before it begins.
uint givenUpTag()
{
    return atomicLoad(StatusAt(push.scratchAddress + kScratchGivenUp).status, gl_ScopeDevice, gl_StorageSemanticsNone,
                      gl_SemanticsRelaxed);
}

// Counts, for the host, a run that is done again. One invocation calls it.
void countFallback() { ++StatusAt(push.scratchAddress + kScratchFallbacks).status; }

// States that a barrier between dispatches orders: plain accesses, with the tag 0 so that no later run takes the words
// for its own.
void storeSlot(uint slot, State state)
{
    [[unroll]] for (uint i = 0; i < kStateWords; ++i)
        SlotWord(slotAddress(slot) + i * kScratchWordBytes).word = uvec2(stateWord(state, i), 0u);
}

State loadSlot(uint slot)
{
    uint words[kStateWords];
    [[unroll]] for (uint i = 0; i < kStateWords; ++i)
        words[i] = SlotWord(slotAddress(slot) + i * kScratchWordBytes).word.x;
    return stateOf(words);
}
#endif
