#version 460
#extension GL_GOOGLE_include_directive : require
// Keeps the entries up to the bound that digits gave, in any order.
#define VKSCAN_TOP_K
#define VKSCAN_ENTRY_POINT vkscan_kEntryTopKFilter
#include "tile/top_k_list.glsl"
#include "tile/top_k_state.glsl"

shared uint sharedBase;

void flushList(uint entries)
{
    if (gl_LocalInvocationIndex == 0)
        sharedBase = atomicAdd(UintAt(entriesBegin + kTopKEntryCountOffset).word, entries, gl_ScopeDevice,
                               gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    barrier();
    const uint base = sharedBase;
    for (uint first = 0; first < entries; first += kWorkgroupSize) {
        const uint i = first + gl_LocalInvocationIndex;
        if (i < entries && base + i < push.nextCapacity)
            storeEntry(nextBegin, push.nextCapacity, base + i, listEntry(i));
    }
    setEntries(0);
}

void main()
{
    openInput(inputCount());
    bound = lastEntry(openState(digitPasses()));
    setEntries(0);
    const uint tiles = sourceTiles();
    uint entries = 0;
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += push.gridWidth) {
        uint left = ~0u;
        for (uint round = 0; round < kTileKeys; ++round) {
            left = addTile(tile, left);
            entries = readEntries();
            if (entries <= kListEntries)
                break;
            flushList(kListEntries);
        }
    }
    flushList(entries);
}
