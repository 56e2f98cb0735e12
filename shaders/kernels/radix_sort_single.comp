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
        barrier(); // shared memory is in use
        countKeys(digit, items, counts);
        rankKeys(digit, items, counts, places, starts);
        stageKeys(places, items);
        barrier();
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            items[i] = stagedKey(keyInTile(i));
        if (kValueWords > 0) {
            stageWords(places, indices);
            barrier();
            [[unroll]] for (uint i = 0; i < kItems; ++i)
                indices[i] = sharedWords[keyInTile(i)];
        }
    }
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
#if defined(KEYS_16)
        const bool high = isHigh(push.outputAddress, keyInTile(i));
        const Key before = subgroupShuffleUp(items[i], 1);
        const Key behind = subgroupShuffleDown(items[i], 1);
        const bool knowsOther = high ? gl_SubgroupInvocationID > 0
                                     : gl_SubgroupInvocationID < gl_SubgroupSize - 1 && keyInTile(i) + 1 < keys;
#endif
        if (keyInTile(i) < keys) {
            if (storesKeys())
#if defined(KEYS_16)
                storeKey(push.outputAddress, keyInTile(i), items[i], knowsOther, high ? before : behind);
#else
                storeKey(push.outputAddress, keyInTile(i), items[i]);
#endif
            if (kValueWords > 0) {
                uvec4 value = uvec4(indices[i], 0, 0, 0);
                if (!makesIndices())
                    value = loadValue(push.valuesAddress + indices[i] * (kValueWords * 4));
                storeValue(push.movedAddress + keyInTile(i) * (kValueWords * 4), value);
            }
        }
    }
}
