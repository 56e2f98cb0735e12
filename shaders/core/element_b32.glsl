// Elements of one word: unsigned and signed integers, and floats. They are kept as unsigned integers, and kType
// specifies how to interpret them.
#ifndef VKSCAN_CORE_ELEMENT_B32
#define VKSCAN_CORE_ELEMENT_B32
#define Element uint
#define ELEMENT_WORDS 1
#define Words uint
#define WORDS_OF_PAIR(pair) (pair).x // the low word, which is first in memory
#define shuffleUp subgroupShuffleUp
#define shuffle subgroupShuffle

#if defined(TILE_FIXED_ORDER) // floats only
const bool kIsFloat = true;
#else
const bool kIsFloat = kType == kTypeF32;
#endif
const uint kWords = ELEMENT_WORDS;

Words toWords(Element value) { return value; }
Element fromWords(Words words) { return words; }

float toFloat(Element value) { return uintBitsToFloat(value); }
Element fromFloat(float value) { return floatBitsToUint(value); }

Element one() { return kIsFloat ? fromFloat(1.0) : 1u; }
Element lowest() { return kIsFloat ? 0xff800000u : kType == kTypeI32 ? 0x80000000u : 0u; }
Element highest() { return kIsFloat ? 0x7f800000u : kType == kTypeI32 ? 0x7fffffffu : 0xffffffffu; }

// Kernels whose results must agree in every bit round each operation as written: compilers may not regroup or fuse
// them.
#if defined(TILE_FIXED_ORDER)
Element add(Element a, Element b)
{
    precise const float sum = toFloat(a) + toFloat(b);
    return fromFloat(sum);
}
Element multiply(Element a, Element b)
{
    precise const float product = toFloat(a) * toFloat(b);
    return fromFloat(product);
}
#elif defined(ROUNDS_EACH_RESULT)
Element add(Element a, Element b)
{
    precise const float sum = toFloat(a) + toFloat(b);
    return kIsFloat ? fromFloat(sum) : a + b;
}
Element multiply(Element a, Element b)
{
    precise const float product = toFloat(a) * toFloat(b);
    return kIsFloat ? fromFloat(product) : a * b;
}
#else
Element add(Element a, Element b) { return kIsFloat ? fromFloat(toFloat(a) + toFloat(b)) : a + b; }
Element multiply(Element a, Element b) { return kIsFloat ? fromFloat(toFloat(a) * toFloat(b)) : a * b; }
#endif
bool isLess(Element a, Element b)
{
    return kIsFloat ? toFloat(a) < toFloat(b) : kType == kTypeI32 ? int(a) < int(b) : a < b;
}
bool isEqual(Element a, Element b) { return kIsFloat ? toFloat(a) == toFloat(b) : a == b; }

#if defined(ADDS_SATURATED)
#define SATURATED_OPERATOR case kOpAddSaturated: return earlier + min(later, ~earlier);
#else
#define SATURATED_OPERATOR
#endif

// Further cases of identity() and combine().
#define FURTHER_IDENTITIES \
    case kOpAnd: return ~Element(0); \
    case kOpTestAffine: return 1;
#define FURTHER_OPERATORS \
    case kOpAnd: return earlier & later; \
    case kOpOr: return earlier | later; \
    case kOpXor: return earlier ^ later; \
    case kOpTestAffine: return ((later & 0xffff) * (earlier & 0xffff) & 0xffff) | \
                               ((later & 0xffff) * (earlier >> 16) + (later >> 16)) << 16; \
    SATURATED_OPERATOR
#include "core/operators.glsl"
#endif
