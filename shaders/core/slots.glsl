// Slots of scratch, in which workgroups leave states for each other (abi.h has the layout).
#ifndef VKSCAN_CORE_SLOTS
#define VKSCAN_CORE_SLOTS
#include "core/state.glsl"

// The dispatch's role in a run that may give up: the single pass, or a dispatch of the recovery pass.
layout(constant_id = kIdFallback) const uint kFallback = kFallbackNone;
const bool kFallsBack = kFallback == kFallbackPass;
const bool kAgain = kFallback == kFallbackAgain;

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

// States that a barrier between dispatches orders: plain accesses, with the tag 0 so that no later run mistakes the
// words for its own.
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
