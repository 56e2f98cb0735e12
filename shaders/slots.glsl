#ifndef VKSCAN_SLOTS
#define VKSCAN_SLOTS
// Slots: where workgroups leave elements for each other in scratch (layout in abi.h).
uint64_t slotAddress(uint slot)
{
    return push.scratchAddress + kScratchHeaderBytes + uint64_t(slot) * (kWords * kScratchWordBytes);
}

layout(buffer_reference, std430, buffer_reference_align = 8) buffer Slot { uvec2 words[kWords]; };

// For elements that travel from dispatch to dispatch behind a barrier: plain accesses, with the tag 0 so that no later
// run takes the words for its own.
void storeSlot(uint slot, Element value)
{
    const Words words = toWords(value);
    Slot at = Slot(slotAddress(slot));
#if ELEMENT_WORDS == 2
    at.words[0] = uvec2(words.x, 0u);
    at.words[1] = uvec2(words.y, 0u);
#else
    at.words[0] = uvec2(words, 0u);
#endif
}

Element loadSlot(uint slot)
{
    Slot at = Slot(slotAddress(slot));
#if ELEMENT_WORDS == 2
    return fromWords(uvec2(at.words[0].x, at.words[1].x));
#else
    return fromWords(at.words[0].x);
#endif
}
#endif
