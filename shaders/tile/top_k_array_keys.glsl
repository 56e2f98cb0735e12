// Keys of a top-k selection in an array. tile/top_k_loaded_keys.glsl defines the same names.
#ifndef VKSCAN_TILE_TOP_K_ARRAY_KEYS
#define VKSCAN_TILE_TOP_K_ARRAY_KEYS

// Names of push constants.
#define scratchBegin push.scratchAddress
#define entriesBegin push.entriesAddress
#define nextBegin push.nextAddress
#define fewShares push.shares
#define openRow(first, count) openSource(push.inputAddress + first * kKeyBytes, count)
#define openInput(count) openSource(push.inputAddress, count)
#define READABLE(condition, index) index

Element flippedCode() { return PUSHED_FLIP; }

Element codeOfWords(Words words) { return hasEntries ? fromWords(words) : codeOf(fromWords(words)); }

void loadVector(uint place, bool isWhole, out Element codes[kVector])
{
    const uint64_t address = sourceAddress + uint64_t(place) * kKeyBytes;
    if (isWhole) {
        const uvec4 words = VectorAt(address).words;
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            codes[i] = codeOfWords(wordsOf(words, i));
    } else {
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            codes[i] = kLastCode;
            if (isKey(place + i))
                codes[i] = codeOfWords(KeyAt(address + i * kKeyBytes).words);
        }
    }
}
#endif
