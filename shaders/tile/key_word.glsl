// Keys of one word. tile/key_pair.glsl has the same names.
#ifndef VKSCAN_TILE_KEY_WORD
#define VKSCAN_TILE_KEY_WORD
#define KEY_WORDS 1
#define Key uint

// A key of a word, a user's key and a key for the user, and keys in words of shared memory.
#define KEY_OF_WORD(word) word
#define KEY_OF_USER(key) key
#define USER_KEY(key) key
#define STAGE_KEY(place, key) sharedWords[place] = key;
#define STAGED_KEY(place) sharedWords[place]

layout(buffer_reference, std430, buffer_reference_align = 4) buffer KeyAt { Key key; };

// The bits of a key from `shift` on.
uint bitsOf(uint low, uint high, uint shift) { return high >> shift; }

// The bits of a key as they are ordered, except that flippedBits are not inverted: low word, high word.
uvec2 orderedBits(Key key)
{
    const uint sign = kFloatKeys && key >= kSignBit ? ~kSignBit : 0;
    return uvec2(0, key ^ sign);
}

// A key that no other follows, whatever bits are sorted by: all bits that it is ordered by are set.
Key missingKey()
{
    const uvec2 ordered = ~flippedBits();
    return orderedBits(ordered.y).y;
}
#endif
