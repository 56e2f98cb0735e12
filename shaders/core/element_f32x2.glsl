// Elements of two words: compensated sums, each a pair of floats, a high and a low part.
#ifndef VKSCAN_CORE_ELEMENT_F32X2
#define VKSCAN_CORE_ELEMENT_F32X2
#define Element vec2
#define ELEMENT_WORDS 2
#define Words uvec2
#define WORDS_OF_PAIR(pair) pair
#define shuffleUp subgroupShuffleUp
#define shuffle subgroupShuffle

const uint kWords = ELEMENT_WORDS;

Words toWords(Element value) { return floatBitsToUint(value); }
Element fromWords(Words words) { return uintBitsToFloat(words); }

Element identity() { return vec2(0); }
Element asOperand(Element value) { return value; }

// Compensated addition by the two-sum of D. E. Knuth, The Art of Computer Programming 2, 4.2.2. If a sum is infinite or
// NaN, its error is NaN and does not count, and its low part has no meaning.
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
#endif
