// Keys of one word. tile/key_pair.glsl defines the same names.
#ifndef VKSCAN_TILE_KEY_WORD
#define VKSCAN_TILE_KEY_WORD
#define KEY_WORDS 1
#define Key uint

// Conversions: from a word to a key and back, to and from a user's key, and to and from words of shared memory.
#define KEY_OF_WORD(word) word
#define WORD_OF_KEY(key) key
#define KEY_OF_USER(key) key
#define USER_KEY(key) key
#define STAGE_KEY(place, key) sharedWords[place] = key;
#define STAGED_KEY(place) sharedWords[place]

layout(buffer_reference, std430, buffer_reference_align = 4) buffer KeyAt { Key key; };

// The bits of a key from `shift` on.
uint bitsOf(uint low, uint high, uint shift) { return high >> shift; }

// A float whose sign is set with all other bits inverted. The function is its own inverse.
Key invertedBits(Key key) { return key ^ (kFloatKeys != 0 && key >= kSignBit ? ~kSignBit : 0); }

// The bits of a key in their order, but without the inversion of flippedBits: low word, high word.
uvec2 orderedBits(Key key)
{
    uint bits = invertedBits(key);
    if (kEqualZeros && (key & ~kSignBit) == 0)
        bits = 0;
    if (kNansLast && (key & ~kSignBit) > kInfinity)
        bits = ~flippedBits().y;
    return uvec2(0, bits);
}

// A key that no other follows, for any sorted bits: all ordered bits are set.
Key missingKey() { return invertedBits(~flippedBits().y); }
#endif
