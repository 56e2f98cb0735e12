// Counts in fields of draws and dispatches.
#ifndef VKSCAN_TILE_INDIRECT
#define VKSCAN_TILE_INDIRECT
#include "abi/indirect_abi.h"
#include "core/common.glsl"

layout(buffer_reference, std430, buffer_reference_align = 4) buffer IndirectCountAt { uint count; };

const uint kMostGroups = 65535; // workgroups along each axis that every device supports

// Stores a count in a field of an indirect command, divided and rounded by the bits of `rounding`: kIndirectUp,
// kIndirectFolds, and the addend. One invocation calls it. An address of 0 means that there is no field.
void storeIndirectCount(uint64_t field, uint count, uint divisor, uint rounding)
{
    if (field == 0ul)
        return;
    uint quotient = count / divisor + ((rounding & kIndirectUp) != 0 && count % divisor != 0 ? 1 : 0);
    const uint addend = rounding >> kIndirectAddendShift;
    quotient = min(quotient, ~0u - addend) + addend;
    if ((rounding & kIndirectFolds) != 0) {
        const uint groups = min(quotient, kMostGroups * kMostGroups);
        const uint rows = max(divideRoundingUp(groups, kMostGroups), 1);
        IndirectCountAt(field + 4).count = rows;
        quotient = divideRoundingUp(groups, rows);
    }
    IndirectCountAt(field).count = quotient;
}
#endif
