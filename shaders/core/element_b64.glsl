// Elements of two words: unsigned and signed integers. They are kept as unsigned integers, and kType specifies how to
// interpret them.
#ifndef VKSCAN_CORE_ELEMENT_B64
#define VKSCAN_CORE_ELEMENT_B64
#define Element uint64_t
#define ELEMENT_WORDS 2
#define Words uvec2
#define WORDS_OF_PAIR(pair) pair
#define shuffleUp subgroupShuffleUp
#define shuffle subgroupShuffle

const bool kIsFloat = false;
const uint kWords = ELEMENT_WORDS;

Words toWords(Element value) { return unpackUint2x32(value); }
Element fromWords(Words words) { return packUint2x32(words); }

// Widens a word in memory, and narrows to one.
Element ofWord(uint word) { return kType == kTypeI64 ? Element(int(word)) : Element(word); }
uint wordOf(Element value) { return uint(value); }

Element one() { return 1ul; }
Element lowest() { return kType == kTypeI64 ? 0x8000000000000000ul : 0ul; }
Element highest() { return kType == kTypeI64 ? 0x7ffffffffffffffful : 0xfffffffffffffffful; }

Element add(Element a, Element b) { return a + b; }
Element multiply(Element a, Element b) { return a * b; }
bool isLess(Element a, Element b) { return kType == kTypeI64 ? int64_t(a) < int64_t(b) : a < b; }
bool isEqual(Element a, Element b) { return a == b; }

// Further cases of identity() and combine().
#define FURTHER_IDENTITIES case kOpAnd: return ~Element(0);
#define FURTHER_OPERATORS \
    case kOpAnd: return earlier & later; \
    case kOpOr: return earlier | later; \
    case kOpXor: return earlier ^ later;
#include "core/operators.glsl"
#endif
