// A tile of a radix sort: the exchange that brings keys and values to their places in the sorted tile, so that memory is
// written in runs of equal digits.
#ifndef VKSCAN_TILE_RADIX_TILE
#define VKSCAN_TILE_RADIX_TILE
#include "tile/radix_rank.glsl"

layout(constant_id = kIdValueWords) const uint kValueWords = 0;

// Brings the keys to their places.
void stageKeys(uint places[kItems], Key items[kItems])
{
    barrier();
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
#if KEY_WORDS == 2
        sharedWords[places[i]] = items[i].x;
        sharedWords[kTileKeys + places[i]] = items[i].y;
#else
        sharedWords[places[i]] = items[i];
#endif
    }
}

// The key at a place, once all are there.
Key stagedKey(uint place)
{
#if KEY_WORDS == 2
    return Key(sharedWords[place], sharedWords[kTileKeys + place]);
#else
    return sharedWords[place];
#endif
}

// Brings a word of each value to its key's place.
void stageWords(uint places[kItems], uint words[kItems])
{
    barrier();
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        sharedWords[places[i]] = words[i];
}

// A value, of which the first kValueWords words count.
uvec4 loadValue(uint64_t address)
{
    uvec4 value = uvec4(0);
    if (kValueWords == 1)
        value.x = UintAt(address).word;
    else if (kValueWords == 2)
        value.xy = PairAt(address).words;
    else
        value = QuadAt(address).words;
    return value;
}

void storeValue(uint64_t address, uvec4 value)
{
    if (kValueWords == 1)
        UintAt(address).word = value.x;
    else if (kValueWords == 2)
        PairAt(address).words = value.xy;
    else
        QuadAt(address).words = value;
}

// Loads the values that go with the tile's keys.
void loadValues(uint tile, uint keys, out uvec4 values[kItems])
{
    const uint64_t address = push.valuesAddress + (uint64_t(tile) * kTileKeys + keyInTile(0)) * (kValueWords * 4);
    const bool makesIndices = (push.flags & kSortMakesIndices) != 0;
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        values[i] = uvec4(tile * kTileKeys + keyInTile(i), 0, 0, 0);
        if (!makesIndices && keyInTile(i) < keys)
            values[i] = loadValue(address + i * (kSubgroupSize * kValueWords * 4));
    }
}

// Writes the tile, whose keys are staged. sharedDigits holds for each digit where its keys go in memory, less where they
// are in the tile. What goes beyond the array is missing; or is of a run that gave up.
void storeTile(Digit digit, uint places[kItems], uvec4 values[kItems])
{
    barrier();
    const bool writesKeys = (push.flags & kSortWritesKeys) != 0;
    uint targets[kItems];
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        const Key key = stagedKey(outPlace(i));
        targets[i] = sharedDigits[valueOf(key, digit)] + outPlace(i);
        if (targets[i] < keyCount && writesKeys)
            KeyAt(push.outputAddress + uint64_t(targets[i]) * kKeyBytes).key = key;
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
    if (kValueWords > 0)
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            if (targets[i] < keyCount)
                storeValue(push.movedAddress + uint64_t(targets[i]) * (kValueWords * 4), values[i]);
}
#endif
