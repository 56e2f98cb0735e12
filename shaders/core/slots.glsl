// Slots: where workgroups leave states for each other in scratch (layout in abi.h).
#ifndef VKSCAN_CORE_SLOTS
#define VKSCAN_CORE_SLOTS
#include "core/monoid.glsl"

uint64_t slotAddress(uint slot)
{
    return push.scratchAddress + kScratchHeaderBytes + uint64_t(slot) * (kStateWords * kScratchWordBytes);
}

layout(buffer_reference, std430, buffer_reference_align = 8) buffer SlotWord { uvec2 word; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer StatusAt { uint status; };

// Tells the host, in scratch, what is wrong with the run.
void tell(uint status)
{
    atomicOr(StatusAt(push.scratchAddress + kScratchStatus).status, status, gl_ScopeDevice, gl_StorageSemanticsNone,
             gl_SemanticsRelaxed);
}

// For states that travel from dispatch to dispatch behind a barrier: plain accesses, with the tag 0 so that no later run
// takes the words for its own.
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
