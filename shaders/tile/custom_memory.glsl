// Arrays of a user's states, accessed in the widest words that divide a state, unless the kernel defines LOAD or STORE.
#ifndef VKSCAN_TILE_CUSTOM_MEMORY
#define VKSCAN_TILE_CUSTOM_MEMORY
#include "tile/memory.glsl"

const uint kCustomWords = VKSCAN_STATE_WORDS;
const uint kWordsAtOnce = kCustomWords % 4 == 0 ? 4 : kCustomWords % 2 == 0 ? 2 : 1;

layout(buffer_reference, std430, buffer_reference_align = 4) buffer WordAt { uint word; };
layout(buffer_reference, std430, buffer_reference_align = 8) buffer PairAt { uvec2 words; };

void storeWords(uint64_t array, uint64_t index, StateWords words)
{
    const uint64_t address = array + index * (kCustomWords * 4);
    [[unroll]] for (uint first = 0; first < kCustomWords; first += kWordsAtOnce) {
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

#if !defined(SELECTS)
// A vector is one element here; other tiles have several in it.
#define Vector Words
Words wordsOf(Vector vector, uint i) { return vector; }
void setWords(inout Vector vector, uint i, Words words) { vector = words; }

void storeElement(uint64_t array, uint64_t index, Element element) { storeWords(array, index, wordsOfState(element)); }
#endif

#if !defined(LOAD)
OwnState load(uint64_t index)
{
    const uint64_t address = push.inputAddress + index * (kCustomWords * 4);
    StateWords words;
    [[unroll]] for (uint first = 0; first < kCustomWords; first += kWordsAtOnce) {
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
    return stateOfWords(words);
}
#endif

// The places of this invocation's elements. All rows share the 64-bit arithmetic. They lie at constant, positive
// distances from one index: in backward scans, that of the last row, which comes first in memory.
struct Places {
    uint64_t first; // index of the element that comes first in memory
    int left;       // positions of the tile with elements, beginning with the one in row 0
};

Places placesIn(uint tile)
{
    const uint place = vectorInTile(0);
    const uint64_t position = uint64_t(tile) * kTileElements + place;
    return Places(kBackward ? elementCount - 1 - position - (kRows - 1) * gl_SubgroupSize : position,
                  int(boundsOf(tile).end) - int(place));
}

uint64_t indexOf(Places places, uint row)
{
    return places.first + (kBackward ? kRows - 1 - row : row) * gl_SubgroupSize;
}

bool exists(Places places, uint row) { return int(row * gl_SubgroupSize) < places.left; }
#endif
