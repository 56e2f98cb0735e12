#version 460
#extension GL_GOOGLE_include_directive : require
// Collects the entries up to a bound from a sample, in any order.
#define VKSCAN_TOP_K
#define VKSCAN_ENTRY_POINT vkscan_kEntryTopKCollect
#include "tile/top_k_few.glsl"

void collectTile(uint tile, Entry bound)
{
    Element codes[kRows][kVector];
    loadTile(tile, codes);
    const uint wanted = wantedOf(tile, codes, bound);
    if (wanted == 0)
        return;
    uint slot = atomicAdd(UintAt(fewCountAddress()).word, bitCount(wanted), gl_ScopeDevice, gl_StorageSemanticsNone,
                          gl_SemanticsRelaxed);
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            if ((wanted & 1u << row * kVector + i) == 0)
                continue;
            if (slot < kTopKFewEntries)
                storeEntry(fewAddress(), kTopKFewEntries, slot,
                           Entry(codes[row][i], placeOf(tile, row) + i - sourceHead));
            ++slot;
        }
    }
}

void main()
{
    openInput(inputCount());
    const Entry bound = sampledBound();
    const uint tiles = sourceTiles();
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += push.gridWidth)
        collectTile(tile, bound);
}
