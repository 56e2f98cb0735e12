// The monoid: an element, the operator's identity, combine(earlier, later) and scans inside one subgroup. And the state
// that tiles carry on.
//
// ELEMENT_* says how many words an element has. Types of one size share a module: elements are kept as unsigned
// integers, and kType, a specialisation constant, says how to read them. Doubles have modules of their own, since not
// every device supports them; so do pairs of floats, in which sums are compensated. The operator is a specialisation
// constant, too. Shuffles, published slots and vector loads carry elements as 32-bit words. A user's kernel defines its
// own elements.
#ifndef VKSCAN_CORE_MONOID
#define VKSCAN_CORE_MONOID
#include "core/common.glsl"

#if defined(ELEMENT_CUSTOM) && !defined(ELEMENT_B32) && !defined(ELEMENT_B64)
#include "custom/element.glsl"
#else
layout(constant_id = kIdType) const uint kType = kTypeU32;

#if defined(ELEMENT_B32)
#define Element uint
#define ELEMENT_WORDS 1
#if defined(TILE_FIXED_ORDER) // floats alone
const bool kIsFloat = true;
#else
const bool kIsFloat = kType == kTypeF32;
#endif
#elif defined(ELEMENT_B64)
#define Element uint64_t
#define ELEMENT_WORDS 2
const bool kIsFloat = false;
#elif defined(ELEMENT_F64)
#define Element double
#define ELEMENT_WORDS 2
const bool kIsFloat = true;
#elif defined(ELEMENT_F32X2)
#define Element vec2 // high part, low part
#define ELEMENT_WORDS 2
#endif

#if ELEMENT_WORDS == 2
#define Words uvec2
#else
#define Words uint
#endif
const uint kWords = ELEMENT_WORDS;

#if defined(ELEMENT_B32)
Words toWords(Element value) { return value; }
Element fromWords(Words words) { return words; }

float toFloat(Element value) { return uintBitsToFloat(value); }
Element fromFloat(float value) { return floatBitsToUint(value); }

Element one() { return kIsFloat ? fromFloat(1.0) : 1u; }
Element lowest() { return kIsFloat ? 0xff800000u : kType == kTypeI32 ? 0x80000000u : 0u; }
Element highest() { return kIsFloat ? 0x7f800000u : kType == kTypeI32 ? 0x7fffffffu : 0xffffffffu; }

#if defined(TILE_FIXED_ORDER) // each result is rounded as it stands: no compiler may regroup or fuse operations
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
#elif defined(ROUNDS_EACH_RESULT) // likewise: kernels define it if several of them have to agree in every bit
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
#elif defined(ELEMENT_B64)
Words toWords(Element value) { return unpackUint2x32(value); }
Element fromWords(Words words) { return packUint2x32(words); }

Element one() { return 1ul; }
Element lowest() { return kType == kTypeI64 ? 0x8000000000000000ul : 0ul; }
Element highest() { return kType == kTypeI64 ? 0x7ffffffffffffffful : 0xfffffffffffffffful; }

Element add(Element a, Element b) { return a + b; }
Element multiply(Element a, Element b) { return a * b; }
bool isLess(Element a, Element b) { return kType == kTypeI64 ? int64_t(a) < int64_t(b) : a < b; }
bool isEqual(Element a, Element b) { return a == b; }
#elif defined(ELEMENT_F64)
Words toWords(Element value) { return unpackDouble2x32(value); }
Element fromWords(Words words) { return packDouble2x32(words); }

double toFloat(Element value) { return value; }
Element fromFloat(double value) { return value; }

Element one() { return 1.0lf; }
Element lowest() { return packDouble2x32(uvec2(0u, 0xfff00000u)); }
Element highest() { return packDouble2x32(uvec2(0u, 0x7ff00000u)); }

#if defined(TILE_FIXED_ORDER) || defined(ROUNDS_EACH_RESULT) // as for floats
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
#elif defined(ELEMENT_F32X2)
Words toWords(Element value) { return floatBitsToUint(value); }
Element fromWords(Words words) { return uintBitsToFloat(words); }
#endif

#if defined(ELEMENT_F32X2)
Element identity() { return vec2(0); }
Element asOperand(Element value) { return value; }

// Compensated addition by the two-sum of D. E. Knuth, The Art of Computer Programming 2, 4.2.2. The error of a sum that
// is infinite or NaN is NaN, and does not count. The low part of such a sum has no meaning.
Element combine(Element earlier, Element later)
{
    precise const float sum = earlier.x + later.x;
    precise const float part = sum - earlier.x;
    precise const float rounding = (earlier.x - (sum - part)) + (later.x - part) + (earlier.y + later.y);
    precise const float error = isnan(rounding) ? 0.0 : rounding;
    precise const float high = sum + error;
    precise const float low = error - (high - sum);
    return vec2(high, low);
}
#else
Element identity()
{
    switch (kOperator) {
    case kOpMultiply: return one();
    case kOpMin: return highest();
    case kOpMax: return lowest();
#if !defined(ELEMENT_F64)
    case kOpAnd: return ~Element(0);
#endif
#if defined(ELEMENT_B32)
    case kOpTestAffine: return 1;
#endif
    default: return Element(0);
    }
}

// The operand that an element of an array, or an initial value, takes part as: a minimum or maximum reads a NaN as the
// identity. Beside a NaN, a comparison by < is not associative, and any combine() that is costs more than this.
Element asOperand(Element value)
{
    const bool compares = kOperator == kOpMin || kOperator == kOpMax;
    return compares && !isEqual(value, value) ? identity() : value;
}

Element combine(Element earlier, Element later)
{
    switch (kOperator) {
    case kOpMultiply: return multiply(earlier, later);
    case kOpMin: return isLess(later, earlier) ? later : earlier;
    case kOpMax: return isLess(earlier, later) ? later : earlier;
#if !defined(ELEMENT_F64)
    case kOpAnd: return earlier & later;
    case kOpOr: return earlier | later;
    case kOpXor: return earlier ^ later;
#endif
#if defined(ELEMENT_B32)
    case kOpTestAffine: return ((later & 0xffff) * (earlier & 0xffff) & 0xffff) |
                               ((later & 0xffff) * (earlier >> 16) + (later >> 16)) << 16;
#endif
#if defined(ADDS_SATURATED)
    case kOpAddSaturated: return earlier + min(later, ~earlier);
#endif
    default: return add(earlier, later);
    }
}
#endif
#endif

// Scans inside one subgroup, by shuffles of words: for any monoid and any subgroup width. All lanes must be active.

#if ELEMENT_WORDS <= 2
#define shuffleUp subgroupShuffleUp
#define shuffle subgroupShuffle
#endif

// Kogge & Stone, "A Parallel Algorithm for the Efficient Solution of a General Class of Recurrence
// Equations", 1973: log2(width) steps.
Element subgroupScanInclusive(Element value)
{
    [[unroll]] for (uint step = 0; step < kMostSubgroupSteps; ++step) {
        const uint distance = 1u << step;
        if (distance < kSubgroupSize) {
            const Element earlier = fromWords(shuffleUp(toWords(value), distance));
            if (gl_SubgroupInvocationID >= distance)
                value = combine(earlier, value);
        }
    }
    return value;
}

// The value of the lane before; in the first lane, the identity.
Element subgroupShiftUp(Element value)
{
    const Element before = fromWords(shuffleUp(toWords(value), 1));
    return gl_SubgroupInvocationID == 0 ? identity() : before;
}

Element subgroupAt(Element value, uint lane) { return fromWords(shuffle(toWords(value), lane)); }

Element subgroupLast(Element value) { return subgroupAt(value, gl_SubgroupSize - 1); }

Element subgroupReduce(Element value) { return subgroupLast(subgroupScanInclusive(value)); }

// The words of an element.
#if ELEMENT_WORDS == 1
uint elementWord(Element element, uint i) { return toWords(element); }
Element elementOf(uint first, uint second) { return fromWords(first); }
#else
uint elementWord(Element element, uint i) { return toWords(element)[i]; }
#endif
#if ELEMENT_WORDS == 2
Element elementOf(uint first, uint second) { return fromWords(uvec2(first, second)); }
#endif

// A state is what tiles carry on: an element, unless the form of the tiles (tile/interface.glsl) declares a struct
// State, for which it defines VKSCAN_FORM_STATE before it includes this file. Each State comes with kStateWords,
// stateWord and stateOf, its 32-bit words in a slot; emptyState, the state of no elements; combine(earlier, later);
// scans inside one subgroup; and StatePart, its parts in shared memory. WHOLE_STATE declares the one part of a state
// that is kept whole.
#define WHOLE_STATE \
    const uint kParts = 1; \
    State statePart(State state, uint i) { return state; } \
    void setStatePart(inout State state, uint i, State part) { state = part; }

#if !defined(VKSCAN_FORM_STATE)
#define State Element
#define StatePart State
const uint kStateWords = kWords;
WHOLE_STATE
State emptyState() { return identity(); }
uint stateWord(State state, uint i) { return elementWord(state, i); }
#if ELEMENT_WORDS > 2
State stateOf(uint words[kStateWords]) { return fromWords(words); }
#else
State stateOf(uint words[kStateWords]) { return elementOf(words[0], words[kWords - 1]); }
#endif
#endif
#endif
