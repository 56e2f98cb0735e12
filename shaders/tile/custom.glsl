// The scan of a tile by a user's kernel (vkscan/kernel.glsl). An invocation has one element a row, and lanes are side by
// side in a row, so that what load and store access lies side by side, too, whatever the layout: a subgroup scan a row.
#ifndef VKSCAN_TILE_CUSTOM
#define VKSCAN_TILE_CUSTOM
#include "core/workgroup.glsl"

// What tells the library that the module fits. Every entry point uses it, by openArray or
// storeTotal, lest an optimiser drops it.
#if defined(LOAD)
const uint kLoads = kStampLoads;
#else
const uint kLoads = 0;
#endif
#if defined(STORE)
const uint kStores = kStampStores;
#else
const uint kStores = 0;
#endif
layout(constant_id = kIdStamp) const uint kStamp = (kStampVersion << kStampVersionShift) + kLoads + kStores + kStateWords;

const uint kTileElements = kWorkgroupSize * kRows;

layout(buffer_reference, std430, buffer_reference_align = 4) buffer WordAt { uint word; };

uint64_t elementCount; // of the whole array

// Reads the count. Returns the number of tiles.
uint openArray()
{
    elementCount = kStamp == 0 ? 0ul : push.maxCount;
    if (isPresent(push.countAddress))
        elementCount = min(elementCount, uint64_t(WordAt(readable(push.countAddress)).word));
    return uint((elementCount + kTileElements - 1) / kTileElements);
}

// States in memory, in as large words as they are made of.
#if !defined(LOAD) || !defined(STORE)
layout(buffer_reference, std430, buffer_reference_align = 8) buffer PairAt { uvec2 words; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer VectorAt { uvec4 words; };
const uint kWordsAtOnce = kStateWords % 4 == 0 ? 4 : kStateWords % 2 == 0 ? 2 : 1;
#endif

#if !defined(LOAD)
State load(uint64_t index)
{
    const uint64_t address = push.inputAddress + index * (kStateWords * 4);
    uint words[kStateWords];
    [[unroll]] for (uint first = 0; first < kStateWords; first += kWordsAtOnce) {
        uvec4 loaded = uvec4(0);
        if (kWordsAtOnce == 4)
            loaded = VectorAt(address + first * 4).words;
        else if (kWordsAtOnce == 2)
            loaded.xy = PairAt(address + first * 4).words;
        else
            loaded.x = WordAt(address + first * 4).word;
        [[unroll]] for (uint i = 0; i < kWordsAtOnce; ++i)
            words[first + i] = loaded[i];
    }
    return stateOf(words);
}
#endif

#if !defined(STORE)
void store(uint64_t index, State before, State through)
{
    const uint64_t address = push.outputAddress + index * (kStateWords * 4);
    uint words[kStateWords];
    if (kExclusive)
        toWords(before, words);
    else
        toWords(through, words);
    [[unroll]] for (uint first = 0; first < kStateWords; first += kWordsAtOnce) {
        uvec4 stored = uvec4(0);
        [[unroll]] for (uint i = 0; i < kWordsAtOnce; ++i)
            stored[i] = words[first + i];
        if (kWordsAtOnce == 4)
            VectorAt(address + first * 4).words = stored;
        else if (kWordsAtOnce == 2)
            PairAt(address + first * 4).words = stored.xy;
        else
            WordAt(address + first * 4).word = stored.x;
    }
}
#endif

struct Tile {
    State items[kRows];   // the elements; after scanTile, their inclusive scan from subgroupPrefix on
    State subgroupPrefix; // what precedes, in the tile, the part of it this subgroup holds
};

uint placeInTile(uint row) { return (gl_SubgroupID * kRows + row) * gl_SubgroupSize + gl_SubgroupInvocationID; }

uint64_t indexOf(uint tile, uint place)
{
    const uint64_t position = uint64_t(tile) * kTileElements + place;
    return kBackward ? elementCount - 1 - position : position;
}

// Elements of the tile.
uint existingIn(uint tile)
{
    return uint(min(elementCount - uint64_t(tile) * kTileElements, uint64_t(kTileElements)));
}

void loadTile(uint index, out Tile tile)
{
    const uint existing = existingIn(index);
    if (existing == kTileElements) {
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            tile.items[row] = load(indexOf(index, placeInTile(row)));
    } else {
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            tile.items[row] = identity();
            if (placeInTile(row) < existing)
                tile.items[row] = load(indexOf(index, placeInTile(row)));
        }
    }
}

State scanTile(inout Tile tile)
{
    State running = identity();
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        tile.items[row] = combine(running, subgroupScanInclusive(tile.items[row]));
        running = subgroupLast(tile.items[row]);
    }
    return workgroupScan(running, tile.subgroupPrefix);
}

State aggregateTile(uint index)
{
    Tile tile;
    loadTile(index, tile);
    return scanTile(tile);
}

void storeTile(uint index, Tile tile, State carry)
{
    const uint existing = existingIn(index);
    const State earlier = combine(carry, tile.subgroupPrefix);
    State last = earlier; // before the row
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const State through = combine(earlier, tile.items[row]);
        State before = stateOfLaneBefore(through, 1);
        if (gl_SubgroupInvocationID == 0)
            before = last;
        last = subgroupLast(through);
        if (placeInTile(row) < existing)
            store(indexOf(index, placeInTile(row)), before, through);
    }
}

State initialState() { return identity(); }

void storeTotal(State total)
{
    if (push.totalAddress != 0ul && kStamp != 0)
        [[unroll]] for (uint i = 0; i < kStateWords; ++i)
            WordAt(push.totalAddress + i * 4).word = stateWord(total, i);
}
#endif
