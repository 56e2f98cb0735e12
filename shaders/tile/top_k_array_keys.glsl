// Keys of a top-k selection in an array. tile/top_k_loaded_keys.glsl defines the same names.
#ifndef VKSCAN_TILE_TOP_K_ARRAY_KEYS
#define VKSCAN_TILE_TOP_K_ARRAY_KEYS

// Names of push constants.
#define scratchBegin push.scratchAddress
#define entriesBegin push.entriesAddress
#define lengthsBegin push.entriesAddress
#define nextBegin push.nextAddress
#define fewShares push.shares
#define openRow(first, count) openSource(push.inputAddress + first * kInputBytes, count, kInputBytes)
#define openInput(count) openSource(push.inputAddress, count, kInputBytes)
#define READABLE(condition, index) (kSmallKeys && !(condition) ? 0ul : index) // an array of words is larger

Element flippedCode() { return PUSHED_FLIP; }

Element codeOfWords(Words words) { return hasEntries ? fromWords(words) : codeOf(fromWords(words)); }

// Loads the code at a place.
Element codeAt(uint place)
{
#if ELEMENT_WORDS == 1
    if (kSmallKeys && !hasEntries) {
        const uint64_t address = sourceAddress + uint64_t(place) * 2;
        return codeOfWords(UintAt(address & ~3ul).word >> (unpackUint2x32(address).x & 2) * 8 << 16);
    }
#endif
    return codeOfWords(KeyAt(sourceAddress + uint64_t(place) * kKeyBytes).words);
}

void loadVector(uint place, bool isWhole, out Element codes[kVector])
{
    if (isWhole) {
        uvec4 words;
        if (kSmallKeys && !hasEntries) {
            const uvec2 pair = PairAt(sourceAddress + uint64_t(place) * 2).words;
            words = uvec4(pair.x << 16, pair.x & 0xffff0000, pair.y << 16, pair.y & 0xffff0000);
        } else {
            words = VectorAt(sourceAddress + uint64_t(place) * kKeyBytes).words;
        }
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            codes[i] = codeOfWords(wordsOf(words, i));
    } else {
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            codes[i] = kLastCode;
            if (isKey(place + i))
                codes[i] = codeAt(place + i);
        }
    }
}
#endif
