// A tile of a radix sort: keys and values are exchanged so that memory is written in runs of equal digits.
#ifndef VKSCAN_TILE_RADIX_TILE
#define VKSCAN_TILE_RADIX_TILE
#include "tile/radix_rank.glsl"

// Writes the keys to their places in shared memory.
void stageKeys(uint places[kItems], Key items[kItems])
{
    barrier();
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        STAGE_KEY(places[i], items[i])
    }
}

// The key at a place, after all are written.
Key stagedKey(uint place) { return STAGED_KEY(place); }

// Writes a word of each value to the place of its key.
void stageWords(uint places[kItems], uint words[kItems])
{
    barrier();
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        sharedWords[places[i]] = words[i];
}

// Loads the values of the keys of a tile.
void loadValues(uint first, uint keys, out uvec4 values[kItems])
{
    const uint64_t address = inputValues() + (uint64_t(first) + keyInTile(0)) * (kValueWords * 4);
    const bool areIndices = makesIndices();
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        values[i] = uvec4(first + keyInTile(i), 0, 0, 0);
        if (kValueWords > 0 && !areIndices && keyInTile(i) < keys)
            values[i] = loadValue(address + i * (kSubgroupSize * kValueWords * 4));
    }
}

// Writes the tile, whose keys are staged. sharedDigits holds, for each digit, the place of its keys in memory minus
// their place in the tile. A place at or beyond `end`, that of the array or of a segment, belongs to a missing key or
// to a run that gave up.
void storeTile(uint end, Digit digit, uint places[kItems], uvec4 values[kItems])
{
    barrier();
    const bool writesKeys = storesKeys();
    const uint64_t array = outputKeys();
    uint targets[kItems];
#if defined(STORE)
    Key sorted[kItems];
#endif
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        const uint place = outPlace(i);
        const Key key = stagedKey(place);
        const uint value = valueOf(key, digit);
        targets[i] = sharedDigits[value] + place;
#if defined(STORE)
        sorted[i] = key;
#endif
        bool knowsOther = false;
        Key other = key;
        if (kHalfKeys) {
            const bool high = isHigh(array, targets[i]);
            const uint otherPlace = high ? max(place, 1) - 1 : min(place + 1, kTileKeys - 1);
            other = stagedKey(otherPlace);
            knowsOther = otherPlace != place && valueOf(other, digit) == value && targets[i] + 1 < end + (high ? 1 : 0);
        }
        if (targets[i] < end && writesKeys)
            storeKey(array, targets[i], key, knowsOther, other);
    }
    [[unroll]] for (uint word = 0; word < kValueWords; ++word) {
        uint words[kItems];
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            words[i] = values[i][word];
        stageWords(places, words);
        barrier();
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            values[i][word] = sharedWords[outPlace(i)];
    }
#if defined(STORE)
    if (passesLeft() == 0) {
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            if (targets[i] < end)
                storeOutput(targets[i], sorted[i], kValueWords > 0 ? values[i].x : 0);
    } else
#endif
    if (kValueWords > 0) {
        const uint64_t moved = outputValues();
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            if (targets[i] < end)
                storeValue(moved + uint64_t(targets[i]) * (kValueWords * 4), values[i]);
    }
}

// If one workgroup sorts everything in several passes, it keeps the index of each value: its place in the tile before
// the first pass.

// Moves keys and indices to their places and back to registers, in the order of keyInTile.
void exchange(uint places[kItems], inout Key items[kItems], bool withIndices, inout uint indices[kItems])
{
    stageKeys(places, items);
    barrier();
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        items[i] = stagedKey(keyInTile(i));
    if (withIndices) {
        stageWords(places, indices);
        barrier();
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            indices[i] = sharedWords[keyInTile(i)];
    }
}

// Writes the keys, marked by `isStored`, of a tile that is sorted by several passes, and gathers their values.
void storeSorted(uint first, bool isStored[kItems], Key items[kItems], uint indices[kItems])
{
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        const uint place = keyInTile(i);
        bool knowsOther = false;
        Key other = items[i];
        if (kHalfKeys) {
            const bool high = isHigh(push.outputAddress, first + place);
            const uint stored = isStored[i] ? 1 : 0;
            const uint storedBefore = subgroupShuffleUp(stored, 1);
            const uint storedBehind = subgroupShuffleDown(stored, 1);
            const Key before = subgroupShuffleUp(items[i], 1);
            const Key behind = subgroupShuffleDown(items[i], 1);
            other = high ? before : behind;
            knowsOther = high ? gl_SubgroupInvocationID > 0 && storedBefore > 0
                              : gl_SubgroupInvocationID < gl_SubgroupSize - 1 && storedBehind > 0;
        }
        if (isStored[i])
            storeWithValue(first + place, items[i], first + indices[i], knowsOther, other);
    }
}
#endif
