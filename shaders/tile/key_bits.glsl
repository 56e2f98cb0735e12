// The order of a key's bits, and the digits that passes sort by. A key is one word or two. Push constants specify the
// order of the bits, so that all types of one size share a pipeline.
#ifndef VKSCAN_TILE_KEY_BITS
#define VKSCAN_TILE_KEY_BITS
#include "core/common.glsl"

// 0: integers. Otherwise the high word of infinity, and flags kFloat... that change the order.
layout(constant_id = kIdFloatKeys) const uint kFloatKeys = 0;
const bool kEqualZeros = (kFloatKeys & kFloatEqualZeros) != 0;
const bool kNansLast = (kFloatKeys & kFloatNansLast) != 0;
const uint kInfinity = kFloatKeys & ~(kFloatEqualZeros | kFloatNansLast);
const uint kSignBit = 0x80000000;

// The sorted bits of keys: from the first to before the end.
uint firstBit() { return push.flags >> kSortFirstBitShift & 0xff; }
uint endBit() { return push.flags >> kSortEndBitShift; }

// The bits of keys that are inverted, so that keys are ordered as unsigned integers: low word, high word. Keys of 32
// bits only have a high word. Floats whose sign is set also have all other bits inverted (invertedBits).
uvec2 flippedBits()
{
    const uint all = (push.flags & kSortDescending) != 0 ? ~0u : 0;
    return uvec2(all, (push.flags & kSortSigned) != 0 ? all ^ kSignBit : all);
}

// Key, and definitions that depend on its words.
#if defined(ELEMENT_B64)
#undef ELEMENT_B64
#define ELEMENT_B32 // counts are scanned
#include "tile/key_pair.glsl"
#else
#include "tile/key_word.glsl"
#endif

// The bits that a pass sorts by.
struct Digit {
    uint shift;
    uint mask;
    uint flip;
};

// The digit of a pass. The last digit may have fewer bits. A sort by no bits has one empty digit.
Digit digitOfPass(uint pass)
{
    const uint shift = firstBit() + pass * kDigitBits;
    const uint mask = (1u << min(endBit() - shift, kDigitBits)) - 1;
    const uvec2 flip = flippedBits();
    return Digit(shift % (32 * KEY_WORDS), mask, bitsOf(flip.x, flip.y, shift % (32 * KEY_WORDS)) & mask);
}

uint valueOf(Key key, Digit digit)
{
    const uvec2 ordered = orderedBits(key);
    return bitsOf(ordered.x, ordered.y, digit.shift) & digit.mask ^ digit.flip;
}
#endif
