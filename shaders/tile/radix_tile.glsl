// A tile of a radix sort: keys and values are exchanged so that memory is written in runs of equal digits.
#ifndef VKSCAN_TILE_RADIX_TILE
#define VKSCAN_TILE_RADIX_TILE
#include "tile/radix_rank.glsl"

// Writes the keys of a piece of the sorted tile to their places in shared memory.
void stageKeys(uint piece, uint places[kItems], Key items[kItems])
{
    barrier();
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        const uint place = places[i] - piece * kPieceKeys;
        if (kPieces == 1 || place < kPieceKeys) {
            STAGE_KEY(place, items[i])
        }
    }
}

// The key at a place of the piece, after all are written.
Key stagedKey(uint place) { return STAGED_KEY(place); }

// Writes a word of each value to the place of its key, if that is in the piece.
void stageWords(uint piece, uint places[kItems], uint words[kItems])
{
    barrier();
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        const uint place = places[i] - piece * kPieceKeys;
        if (kPieces == 1 || place < kPieceKeys)
            sharedWords[place] = words[i];
    }
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

// Where the keys of a sorted tile go: their places in memory and, for a user's kernel, the keys.
struct Sorted {
    uint targets[kItems];
#if defined(STORE)
    Key keys[kItems];
#endif
};

// Writes the keys of a piece, which are staged. sharedDigits holds, for each digit, the place of its keys in memory
// minus their place in the tile. A place at or beyond `end`, that of the array or of a segment, belongs to a missing
// key or to a run that gave up.
void storeKeys(uint piece, uint end, Digit digit, inout Sorted sorted)
{
    barrier();
    const bool writesKeys = storesKeys();
    const uint64_t array = outputKeys();
    [[unroll]] for (uint i = piece * kPieceItems; i < (piece + 1) * kPieceItems; ++i) {
        const uint place = outPlace(i) - piece * kPieceKeys;
        const Key key = stagedKey(place);
        const uint value = valueOf(key, digit);
        const uint target = sharedDigits[value] + outPlace(i);
        sorted.targets[i] = target;
#if defined(STORE)
        sorted.keys[i] = key;
#endif
        bool knowsOther = false;
        Key other = key;
        if (kSharesWords) {
            const bool high = isHigh(array, target);
            const uint otherPlace = high ? max(place, 1) - 1 : min(place + 1, kPieceKeys - 1);
            other = stagedKey(otherPlace);
            knowsOther = otherPlace != place && valueOf(other, digit) == value && target + 1 < end + (high ? 1 : 0);
        }
        if (target < end && writesKeys)
            storeKey(array, target, key, knowsOther, other);
    }
}

// Writes all pieces but the last, which it stages.
void storeFirstPieces(uint end, Digit digit, uint places[kItems], Key items[kItems], inout Sorted sorted)
{
    [[unroll]] for (uint piece = 1; piece < kPieces; ++piece) {
        storeKeys(piece - 1, end, digit, sorted);
        stageKeys(piece, places, items);
    }
}

// Writes the last piece, and the values of all keys.
void storeLastPiece(uint end, Digit digit, uint places[kItems], uvec4 values[kItems], inout Sorted sorted)
{
    storeKeys(kPieces - 1, end, digit, sorted);
    [[unroll]] for (uint word = 0; word < kValueWords; ++word) {
        uint words[kItems];
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            words[i] = values[i][word];
        [[unroll]] for (uint piece = 0; piece < kPieces; ++piece) {
            stageWords(piece, places, words);
            barrier();
            [[unroll]] for (uint i = piece * kPieceItems; i < (piece + 1) * kPieceItems; ++i)
                values[i][word] = sharedWords[outPlace(i) - piece * kPieceKeys];
        }
    }
#if defined(STORE)
    if (passesLeft() == 0) {
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            if (sorted.targets[i] < end)
                storeOutput(sorted.targets[i], sorted.keys[i], kValueWords > 0 ? values[i].x : 0);
    } else
#endif
    if (kValueWords > 0) {
        const uint64_t moved = outputValues();
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            if (sorted.targets[i] < end)
                storeValue(moved + uint64_t(sorted.targets[i]) * (kValueWords * 4), values[i]);
    }
}

// Writes a tile.
void storeTile(uint end, Digit digit, uint places[kItems], Key items[kItems], uvec4 values[kItems])
{
    Sorted sorted;
    stageKeys(0, places, items);
    storeFirstPieces(end, digit, places, items, sorted);
    storeLastPiece(end, digit, places, values, sorted);
}

// If one workgroup sorts everything in several passes, it keeps the index of each value: its place in the tile before
// the first pass.

// Moves keys and indices to their places and back to registers, in the order of keyInTile.
void exchange(uint places[kItems], inout Key items[kItems], bool withIndices, inout uint indices[kItems])
{
    stageKeys(0, places, items);
    barrier();
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        items[i] = stagedKey(keyInTile(i));
    if (withIndices) {
        stageWords(0, places, indices);
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
        if (kSharesWords) {
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
