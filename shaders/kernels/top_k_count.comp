#version 460
#extension GL_GOOGLE_include_directive : require
// Counts keys by a digit, among those whose preceding digits are those of the k-th entry.
#define VKSCAN_TOP_K
#define VKSCAN_ENTRY_POINT vkscan_kEntryTopKCount
#include "tile/top_k_state.glsl"

shared uint sharedCounts[kTopKBins];

void countTile(uint tile, Selection state, Digit digit)
{
    Element codes[kRows][kVector];
    loadTile(tile, codes);
    const bool isWhole = isWholeTile(tile);
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            const uint place = placeOf(tile, row) + i;
            const Entry entry = Entry(codes[row][i], place - sourceHead);
            if (matches(entry, state) && (isWhole || isKey(place)))
                atomicAdd(sharedCounts[digitOf(entry, digit)], 1, gl_ScopeWorkgroup, gl_StorageSemanticsNone,
                          gl_SemanticsRelaxed);
        }
    }
}

void main()
{
    openInput(inputCount());
    const Selection state = openState(push.step);
    if (state.isDone)
        return;
    for (uint first = 0; first < kTopKBins; first += kWorkgroupSize) // kTopKBins is a multiple of kWorkgroupSize
        sharedCounts[first + gl_LocalInvocationIndex] = 0;
    barrier();
    const Digit digit = digitOfPass(push.step);
    const uint tiles = sourceTiles();
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += push.gridWidth)
        countTile(tile, state, digit);
    barrier();
    for (uint first = 0; first < kTopKBins; first += kWorkgroupSize) {
        const uint i = first + gl_LocalInvocationIndex;
        if (sharedCounts[i] > 0)
            atomicAdd(UintAt(countsAddress(push.step) + i * 4).word, sharedCounts[i], gl_ScopeDevice,
                      gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    }
}
