// The monoid: elements, combine(earlier, later), and scans inside one subgroup.
//
// ELEMENT_* chooses the elements. Types of one size share a module, since kType and the operator are specialisation
// constants. Shuffles, published slots and vector loads carry elements as 32-bit words. A user's kernel defines its
// elements.
#ifndef VKSCAN_CORE_MONOID
#define VKSCAN_CORE_MONOID
#include "core/common.glsl"

#if defined(ELEMENT_CUSTOM) && !defined(ELEMENT_B32) && !defined(ELEMENT_B64)
#include "custom/element.glsl"
#else
layout(constant_id = kIdType) const uint kType = kTypeU32;
#if defined(ELEMENT_B32)
#include "core/element_b32.glsl"
#elif defined(ELEMENT_B64)
#include "core/element_b64.glsl"
#elif defined(ELEMENT_F64)
#include "core/element_f64.glsl"
#else
#include "core/element_f32x2.glsl"
#endif
#endif

// Scans inside one subgroup, by shuffles of words: for any monoid and any subgroup width. All lanes must be active.
//
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

// The value of the previous lane; in the first lane, the identity.
Element subgroupShiftUp(Element value)
{
    const Element before = fromWords(shuffleUp(toWords(value), 1));
    return gl_SubgroupInvocationID == 0 ? identity() : before;
}

Element subgroupAt(Element value, uint lane) { return fromWords(shuffle(toWords(value), lane)); }

Element subgroupLast(Element value) { return subgroupAt(value, gl_SubgroupSize - 1); }

Element subgroupReduce(Element value) { return subgroupLast(subgroupScanInclusive(value)); }

// The words of an element. TAKE_WORDS sets an element to those from words[begin] on.
#if ELEMENT_WORDS == 1
uint elementWord(Element element, uint i) { return toWords(element); }
Element elementOf(uint first, uint second) { return fromWords(first); }
#define ELEMENT_OF_WORDS(words) elementOf(words[0], words[kWords - 1])
#define TAKE_WORDS(element, words, begin) element = elementOf(words[begin], words[begin + kWords - 1]);
#elif ELEMENT_WORDS == 2
uint elementWord(Element element, uint i) { return toWords(element)[i]; }
Element elementOf(uint first, uint second) { return fromWords(uvec2(first, second)); }
#define ELEMENT_OF_WORDS(words) elementOf(words[0], words[kWords - 1])
#define TAKE_WORDS(element, words, begin) element = elementOf(words[begin], words[begin + kWords - 1]);
#else
uint elementWord(Element element, uint i) { return toWords(element)[i]; }
#define ELEMENT_OF_WORDS(words) fromWords(words)
#define TAKE_WORDS(element, words, begin) \
    { \
        Words taken; \
        [[unroll]] for (uint i = 0; i < kWords; ++i) \
            taken[i] = words[begin + i]; \
        element = fromWords(taken); \
    }
#endif
#endif
