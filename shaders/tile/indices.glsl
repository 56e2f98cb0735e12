// The reduction of tiles to a minimum or maximum and its index.
#ifndef VKSCAN_TILE_INDICES
#define VKSCAN_TILE_INDICES
#include "core/workgroup.glsl"
#include "tile/memory.glsl"

layout(buffer_reference, std430, buffer_reference_align = 4) buffer IndexAt { uint index; };

void takeTile(uint tile, inout State best)
{
    Element rows[kRows][kVector];
    loadRows(push.inputAddress, tile, rows);
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint first = tile * kTileElements + vectorInTile(row) * kVector - push.head;
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            best = combine(best, State(rows[row][i], first + i));
    }
    // What is missing at either end has an index beyond all elements' and loses against them, but not against nothing.
    if (best.index >= elementCount)
        best = emptyState();
}

State aggregateTile(uint tile)
{
    State best = emptyState();
    takeTile(tile, best);
    return workgroupReduce(best);
}

State initialState() { return State(initialValue(), kNoIndex); }

void storeTotal(State total)
{
    ElementAt(push.totalAddress).words = toWords(total.value);
    IndexAt(push.outputAddress).index = total.index;
}
#endif
