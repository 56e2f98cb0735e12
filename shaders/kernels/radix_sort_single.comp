#version 460
#extension GL_GOOGLE_include_directive : require
// Sorts an array that fits one tile, by one workgroup: all passes, with keys in registers. Values are gathered after
// the last pass, by their indices.
#define VKSCAN_ENTRY_POINT vkscan_kEntryRadixSortSingle
#include "tile/radix_tile.glsl"

void main()
{
    openKeys();
    const uint keys = keyCount;
    Key items[kItems];
    uint indices[kItems];
    loadKeys(0, keys, items);
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        indices[i] = keyInTile(i);
    for (uint pass = 0; pass < push.passCount; ++pass) {
        const Digit digit = digitOfPass(pass);
        uint places[kItems];
        uint counts[kDigitsEach];
        uint starts[kDigitsEach];
        barrier(); // shared memory is in use
        countKeys(digit, items, counts);
        rankKeys(digit, items, counts, places, starts);
        exchange(places, items, kValueWords > 0, indices);
    }
    bool isStored[kItems];
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        isStored[i] = keyInTile(i) < keys;
    storeSorted(0, isStored, items, indices);
}
