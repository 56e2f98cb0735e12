// Keys of two words, the low one first. tile/key_word.glsl defines the same names.
#ifndef VKSCAN_TILE_KEY_PAIR
#define VKSCAN_TILE_KEY_PAIR
#define KEY_WORDS 2
#define Key uvec2

// Conversions: from a word to a key and back, to and from a user's key, and to and from words of shared memory.
#define KEY_OF_WORD(word) Key(word, 0)
#define WORD_OF_KEY(key) key.x
#define KEY_OF_USER(key) unpackUint2x32(key)
#define USER_KEY(key) packUint2x32(key)
#define STAGE_KEY(place, key) \
    sharedWords[place] = key.x; \
    sharedWords[kPieceKeys + place] = key.y;
#define STAGED_KEY(place) Key(sharedWords[place], sharedWords[kPieceKeys + place])

layout(buffer_reference, std430, buffer_reference_align = 8) buffer KeyAt { Key key; };

// The bits of a key from `shift` on.
uint bitsOf(uint low, uint high, uint shift)
{
    const uint first = shift < 32 ? low : high;
    const uint second = shift < 32 ? high : 0;
    return shift % 32 == 0 ? first : first >> shift % 32 | second << 32 - shift % 32;
}

// A float whose sign is set with all other bits inverted. The function is its own inverse.
Key invertedBits(Key key)
{
    const uint sign = kFloatKeys != 0 && key.y >= kSignBit ? ~0u : 0;
    return uvec2(key.x ^ sign, key.y ^ sign & ~kSignBit);
}

// The bits of a key in their order, but without the inversion of flippedBits: low word, high word.
uvec2 orderedBits(Key key)
{
    uvec2 bits = invertedBits(key);
    const uint magnitude = key.y & ~kSignBit;
    if (kEqualZeros && (magnitude | key.x) == 0)
        bits = uvec2(0);
    if (kNansLast && (magnitude > kInfinity || (magnitude == kInfinity && key.x != 0)))
        bits = ~flippedBits();
    return bits;
}

// A key that no other follows, for any sorted bits: all ordered bits are set.
Key missingKey() { return invertedBits(~flippedBits()); }
#endif
