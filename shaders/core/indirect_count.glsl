// A count that the device finds, in a field of an indirect command.
#ifndef VKSCAN_CORE_INDIRECT_COUNT
#define VKSCAN_CORE_INDIRECT_COUNT
#include "core/common.glsl"

layout(buffer_reference, std430, buffer_reference_align = 4) buffer IndirectCountAt { uint count; };

// Called by one invocation. An address of 0 is none.
void storeIndirectCount(uint64_t address, uint count, uint divisor, bool roundUp)
{
    if (address != 0ul)
        IndirectCountAt(address).count = count / divisor + (roundUp && count % divisor != 0 ? 1 : 0);
}
#endif
