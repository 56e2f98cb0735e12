// Elements of two words: doubles, which not every device supports.
#ifndef VKSCAN_CORE_ELEMENT_F64
#define VKSCAN_CORE_ELEMENT_F64
#define Element double
#define ELEMENT_WORDS 2
#define Words uvec2
#define WORDS_OF_PAIR(pair) pair
#define shuffleUp subgroupShuffleUp
#define shuffle subgroupShuffle

const bool kIsFloat = true;
const uint kWords = ELEMENT_WORDS;

Words toWords(Element value) { return unpackDouble2x32(value); }
Element fromWords(Words words) { return packDouble2x32(words); }

// Widens a float in memory. In integers, since conversions may read subnormal floats as 0.
Element ofWord(uint word)
{
    const uint magnitude = word & 0x7fffffff;
    Words words = Words(magnitude << 29, (magnitude >> 3) + 0x38000000); // the exponent's bias is 127, and then 1023
    if (magnitude < 0x800000) // subnormal or 0: multiples of 2^-149
        words = toWords(double(magnitude) * packDouble2x32(Words(0, 0x36a00000)));
    if (magnitude >= 0x7f800000) // infinity or NaN
        words.y |= 0x7ff00000;
    return fromWords(Words(words.x, words.y | word & 0x80000000));
}

// Rounds to a float, to nearest, ties to even. In integers, since conversions may round either way.
uint wordOf(Element value)
{
    const Words words = toWords(value);
    const uint high = words.y & 0x7fffffff;
    const uint64_t rebased = packUint2x32(Words(words.x, high - 0x38000000)); // the bias is 1023, and then 127
    uint result = uint((rebased + 0xffffffful + (words.x >> 29 & 1)) >> 29);
    if (high < 0x38100000) // subnormal or 0: multiples of 2^-149, which the sum with 2^-97 rounds to
        result = toWords(packDouble2x32(Words(words.x, high)) + packDouble2x32(Words(0, 0x39e00000))).x;
    if (high >= 0x47f00000) // 2^128
        result = (high | (words.x != 0 ? 1 : 0)) > 0x7ff00000 ? 0x7fc00000 : 0x7f800000;
    return words.y & 0x80000000 | result;
}

double toFloat(Element value) { return value; }
Element fromFloat(double value) { return value; }

Element one() { return 1.0lf; }
Element lowest() { return packDouble2x32(uvec2(0u, 0xfff00000u)); }
Element highest() { return packDouble2x32(uvec2(0u, 0x7ff00000u)); }

#if defined(TILE_FIXED_ORDER) || defined(ROUNDS_EACH_RESULT) // like floats
Element add(Element a, Element b)
{
    precise const double sum = a + b;
    return sum;
}
Element multiply(Element a, Element b)
{
    precise const double product = a * b;
    return product;
}
#else
Element add(Element a, Element b) { return a + b; }
Element multiply(Element a, Element b) { return a * b; }
#endif
bool isLess(Element a, Element b) { return a < b; }
bool isEqual(Element a, Element b) { return a == b; }

#define FURTHER_IDENTITIES // doubles have no operators on bits
#define FURTHER_OPERATORS
#include "core/operators.glsl"
#endif
