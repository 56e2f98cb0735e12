// The monoid: a type, its identity, and combine(earlier, later). The element type is the one macro, ELEMENT_*;
// the operator is a specialisation constant. Kernels move elements as 32-bit words, which is what shuffles,
// published slots and vector loads carry.
#if defined(ELEMENT_U32)
#define Element uint
#define ELEMENT_WORDS 1
#define LOWEST 0u
#define HIGHEST 0xffffffffu
#elif defined(ELEMENT_I32)
#define Element int
#define ELEMENT_WORDS 1
#define LOWEST int(0x80000000)
#define HIGHEST 0x7fffffff
#elif defined(ELEMENT_F32)
#define Element float
#define ELEMENT_WORDS 1
#define ELEMENT_IS_FLOAT
#define LOWEST uintBitsToFloat(0xff800000u)
#define HIGHEST uintBitsToFloat(0x7f800000u)
#elif defined(ELEMENT_F32X2)
#define Element vec2 // high and low part
#define ELEMENT_WORDS 2
#elif defined(ELEMENT_U64)
#define Element uint64_t
#define ELEMENT_WORDS 2
#define LOWEST 0ul
#define HIGHEST 0xfffffffffffffffful
#elif defined(ELEMENT_I64)
#define Element int64_t
#define ELEMENT_WORDS 2
#define LOWEST int64_t(0x8000000000000000ul)
#define HIGHEST 0x7fffffffffffffffl
#elif defined(ELEMENT_F64)
#define Element double
#define ELEMENT_WORDS 2
#define ELEMENT_IS_FLOAT
#define LOWEST packDouble2x32(uvec2(0u, 0xfff00000u))
#define HIGHEST packDouble2x32(uvec2(0u, 0x7ff00000u))
#endif

#if ELEMENT_WORDS == 2
#define Words uvec2
#else
#define Words uint
#endif
const uint kWords = ELEMENT_WORDS;

#if defined(ELEMENT_U32) || defined(ELEMENT_I32)
Words toWords(Element value) { return Words(value); }
Element fromWords(Words words) { return Element(words); }
#elif defined(ELEMENT_F32)
Words toWords(Element value) { return floatBitsToUint(value); }
Element fromWords(Words words) { return uintBitsToFloat(words); }
#elif defined(ELEMENT_F32X2)
Words toWords(Element value) { return floatBitsToUint(value); }
Element fromWords(Words words) { return uintBitsToFloat(words); }
#elif defined(ELEMENT_U64) || defined(ELEMENT_I64)
Words toWords(Element value) { return unpackUint2x32(uint64_t(value)); }
Element fromWords(Words words) { return Element(packUint2x32(words)); }
#elif defined(ELEMENT_F64)
Words toWords(Element value) { return unpackDouble2x32(value); }
Element fromWords(Words words) { return packDouble2x32(words); }
#endif

#if defined(ELEMENT_F32X2)
Element identity() { return vec2(0); }

// Compensated addition; D. E. Knuth's two-sum, The Art of Computer Programming 2, 4.2.2.
Element combine(Element earlier, Element later)
{
    precise const float sum = earlier.x + later.x;
    precise const float part = sum - earlier.x;
    precise const float error = (earlier.x - (sum - part)) + (later.x - part) + (earlier.y + later.y);
    precise const float high = sum + error;
    precise const float low = error - (high - sum);
    return vec2(high, low);
}
#else
Element identity()
{
    switch (kOperator) {
    case kOpMultiply: return Element(1);
    case kOpMin: return HIGHEST;
    case kOpMax: return LOWEST;
#if !defined(ELEMENT_IS_FLOAT)
    case kOpAnd: return ~Element(0);
#endif
#if defined(ELEMENT_U32)
    case kOpTestAffine: return 1;
#endif
    default: return Element(0);
    }
}

Element combine(Element earlier, Element later)
{
    switch (kOperator) {
    case kOpMultiply: return earlier * later;
    case kOpMin: return later < earlier ? later : earlier;
    case kOpMax: return earlier < later ? later : earlier;
#if !defined(ELEMENT_IS_FLOAT)
    case kOpAnd: return earlier & later;
    case kOpOr: return earlier | later;
    case kOpXor: return earlier ^ later;
#endif
#if defined(ELEMENT_U32)
    case kOpTestAffine: return ((later & 0xffff) * (earlier & 0xffff) & 0xffff) |
                               ((later & 0xffff) * (earlier >> 16) + (later >> 16)) << 16;
#endif
#if defined(TILE_REQUESTS)
    case kOpAddSaturated: return earlier + min(later, ~earlier);
#endif
    default: return earlier + later;
    }
}
#endif
