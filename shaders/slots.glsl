// Slots: where workgroups publish elements to each other in scratch (layout in abi.h).
uint64_t slotAddress(uint slot)
{
    return push.scratchAddress + kScratchHeaderBytes + uint64_t(slot) * (kWords * kScratchWordBytes);
}
