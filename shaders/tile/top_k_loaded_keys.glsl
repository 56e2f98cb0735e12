// Keys of a top-k selection that a user's kernel loads. tile/top_k_array_keys.glsl defines the same names.
#ifndef VKSCAN_TILE_TOP_K_LOADED_KEYS
#define VKSCAN_TILE_TOP_K_LOADED_KEYS

// Names of push constants. Macros leave the library's modules the same as without users' kernels.
#define scratchBegin push.temporaryAddress
#define entriesBegin (push.temporaryAddress + uint64_t(push.entriesOffset) * 16)
#define nextBegin (push.temporaryAddress + uint64_t(push.nextOffset) * 16)
#define lengthsBegin packUint2x32(uvec2(push.entriesOffset, push.nextOffset))
#define fewShares (push.flags >> kTopKSharesShift)
#define openRow(first, count) openLoaded(first, count)
#define openInput(count) openLoaded(0ul, count)
Element flippedCode()
{
    return ((push.flags & kTopKInverts) != 0 ? kLastCode : 0) ^ ((push.flags & kTopKFlipsSign) != 0 ? kSignBit : 0);
}

// Drivers may load before they branch, so an address is always readable.
#define READABLE(condition, index) (condition ? index : 0ul)

uint64_t sourceFirst; // index of the source's first key in the input

// Opens keys that the user's kernel loads, beginning with the element `first` of the input.
void openLoaded(uint64_t first, uint count)
{
    openSource(push.temporaryAddress, count, kKeyBytes); // readable words, in place of entries
    sourceFirst = first;
}

// Loads the code of a key.
Element loadCode(uint place)
{
    Element code;
    if (hasEntries)
        code = fromWords(KeyAt(sourceAddress + uint64_t(hasEntries ? place : 0) * kKeyBytes).words);
    else
        code = codeOf(load(sourceFirst + place));
    return code;
}

void loadVector(uint place, bool isWhole, out Element codes[kVector])
{
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        codes[i] = kLastCode;
        if (isWhole || isKey(place + i))
            codes[i] = loadCode(place + i);
    }
}
#endif
