// Tiles of requests, which allocations scan inclusively: plain tiles with another end. With EXPANDS, tiles of counts
// that a user's kernel loads.
#ifndef VKSCAN_TILE_REQUESTS
#define VKSCAN_TILE_REQUESTS
#if !defined(ELEMENT_CUSTOM) // otherwise vkscan/kernel.glsl declares the push constants
#include "abi/suballocate_abi.h"
#define PUSH_CONSTANTS SuballocatePush
#endif
#define ADDS_SATURATED // core/monoid.glsl then knows kOpAddSaturated
#include "tile/plain.glsl"
#include "tile/indirect.glsl"

Element initialState() { return identity(); }

// Stores the beginning of each request, which is the end of the one before it.
void storeTile(uint index, Tile tile, Element carry)
{
    const Element earlier = combine(carry, tile.subgroupPrefix);
    Element begin = earlier; // beginning of the request that comes first in the row
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        Element ends[kVector];
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            ends[i] = combine(earlier, tile.items[row][i]);
        const Element before = subgroupShiftUp(ends[kVector - 1]);
        tile.items[row][0] = gl_SubgroupInvocationID == 0 ? begin : before;
        [[unroll]] for (uint i = 1; i < kVector; ++i)
            tile.items[row][i] = ends[i - 1];
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            if (ends[i] > push.capacity)
                tile.items[row][i] = kNoAllocation;
        begin = subgroupLast(ends[kVector - 1]);
    }
    storeRows(index, tile.items);
}

void storeTotal(Element total)
{
    if (push.totalAddress != 0ul)
        ElementAt(push.totalAddress).words = total;
    storeIndirectCount(push.indirectAddress, min(total, push.capacity), push.divisor, push.rounding);
}
#endif
