// Stores of tiles whose segments are rows with padding between them, which is never written.
#ifndef VKSCAN_TILE_PADDED_ROWS
#define VKSCAN_TILE_PADDED_ROWS
#include "tile/heads.glsl"
#include "tile/memory.glsl"

// Stores all elements but padding.
void storeInRows(uint tile, Element items[kRows][kVector])
{
    const Bounds bounds = boundsOf(tile);
    const bool asVector = storesVectors(bounds);
    uint first = elementInRow(tile, kBackward ? push.rowPitch - 1 : 0);
    const uint step = gl_SubgroupSize * kVector % push.rowPitch;
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        uint element = first;
        uint mask = 0;
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            mask |= element < push.rowLength ? 1u << i : 0;
            element = element + 1 == push.rowPitch ? 0 : element + 1;
        }
        mask = inScanOrder(mask);
        if (mask == (1u << kVector) - 1) {
            storeRow(tile, row, bounds, asVector, items[row]);
        } else {
            storeRowPart(tile, row, bounds, mask, items[row]);
        }
        first = nextInRow(first, step);
    }
}
#endif
