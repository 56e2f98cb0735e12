#version 460
#extension GL_GOOGLE_include_directive : require
// Collects the entries up to a bound from a sample, in any order. If workgroups take their own samples, each takes the
// tile of its index, and a share of the entries; otherwise all have one share.
#define VKSCAN_TOP_K
#define VKSCAN_ENTRY_POINT vkscan_kEntryTopKCollect
#include "tile/top_k_few.glsl"

shared uint sharedCollected; // entries of this workgroup's share

uint takePlaces(uint tile, uint entries)
{
    if (kOwnSamples)
        return tile * kTileKeys + atomicAdd(sharedCollected, entries, gl_ScopeWorkgroup, gl_StorageSemanticsNone,
                                            gl_SemanticsRelaxed);
    return atomicAdd(UintAt(shareCountAddress(0)).word, entries, gl_ScopeDevice, gl_StorageSemanticsNone,
                     gl_SemanticsRelaxed);
}

void collectTile(uint tile, Element codes[kRows][kVector], Entry bound)
{
    const uint wanted = wantedOf(tile, codes, bound);
    if (wanted == 0)
        return;
    uint slot = takePlaces(tile, bitCount(wanted));
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            if ((wanted & 1u << row * kVector + i) == 0)
                continue;
            if (slot < fewCapacity())
                storeEntry(fewAddress(), fewCapacity(), slot,
                           Entry(codes[row][i], placeOf(tile, row) + i - sourceHead));
            ++slot;
        }
    }
}

// Clears words that are counted later, since no dispatch came before.
void openShare()
{
    if (gl_LocalInvocationIndex == 0)
        sharedCollected = 0;
    if (gl_WorkGroupID.x == 0 && gl_LocalInvocationIndex < kTopKShareCounts / 4)
        UintAt(scratchBegin + gl_LocalInvocationIndex * 4).word = 0;
    barrier();
}

void closeShare()
{
    barrier();
    if (gl_LocalInvocationIndex == 0)
        UintAt(shareCountAddress(gl_WorkGroupID.x)).word = sharedCollected;
}

void main()
{
    openInput(inputCount());
    Entry bound = kNoBound;
    if (kOwnSamples)
        openShare();
    else
        bound = leftBound();
    const uint tiles = sourceTiles();
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += push.gridWidth) {
        Element codes[kRows][kVector];
        loadTile(tile, codes);
        if (kOwnSamples) // while the only tile is loaded
            bound = ownBound();
        collectTile(tile, codes, bound);
    }
    if (kOwnSamples)
        closeShare();
}
