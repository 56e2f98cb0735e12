#version 460
#extension GL_GOOGLE_include_directive : require
// Sorts what fits one tile, by one workgroup: all passes, of which the keys stay in registers. Values are gathered behind
// the last of them, by their indices.
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
        barrier(); // shared words are in use
        rankKeys(keys, digit, items, places, counts, starts);
        exchangeKeys(places, true, items);
        if (kValueWords > 0)
            exchange(places, true, indices);
    }
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        if (keyInTile(i) < keys) {
            if ((push.flags & kSortWritesKeys) != 0)
                KeyAt(push.outputAddress + keyInTile(i) * kKeyBytes).key = items[i];
            if (kValueWords > 0) {
                uvec4 value = uvec4(indices[i], 0, 0, 0);
                if ((push.flags & kSortMakesIndices) == 0)
                    value = loadValue(push.valuesAddress + indices[i] * (kValueWords * 4));
                storeValue(push.movedAddress + keyInTile(i) * (kValueWords * 4), value);
            }
        }
    }
}
