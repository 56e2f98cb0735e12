// How a selection finds the buckets of its elements.
#include "select_abi.h"

layout(constant_id = kIdTest) const uint kTest = kTestFlagWords;
layout(constant_id = kIdTestType) const uint kTestType = kTestU32;
layout(constant_id = kIdPayloadWords) const uint kPayloadWords = 1; // 0: indices

const uint kBuckets = kTupleSize; // that are counted

bool isSelected(uint word)
{
    const int signedWord = int(word);
    const float floatWord = uintBitsToFloat(word);
    const int signedOperand = int(push.operand);
    const float floatOperand = uintBitsToFloat(push.operand);
    bool equal = word == push.operand;
    bool less = word < push.operand;
    bool greater = word > push.operand;
    if (kTestType == kTestI32) {
        less = signedWord < signedOperand;
        greater = signedWord > signedOperand;
    } else if (kTestType == kTestF32) {
        equal = floatWord == floatOperand;
        less = floatWord < floatOperand;
        greater = floatWord > floatOperand;
    }
    switch (kTest) {
    case kTestAnyBit: return (word & push.operand) != 0;
    case kTestEqual: return equal;
    case kTestNotEqual: return !equal;
    case kTestLess: return less;
    case kTestLessEqual: return less || equal;
    case kTestGreater: return greater;
    case kTestGreaterEqual: return greater || equal;
    default: return word != 0;
    }
}

// The buckets of a vector, of which the last elements may be missing: a byte each for digits, 255 where missing; else
// a bit each for those selected, and behind these four a bit each for those that exist.
uint bucketsOf(uint words[kVector], uint existing)
{
    uint buckets = 0;
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        if (kTest == kTestDigit)
            buckets |= (i < existing ? words[i] >> push.operand & kBuckets - 1 : 0xff) << 8 * i;
        else if (isSelected(words[i]))
            buckets |= 1 << i;
    }
    const uint exist = (1 << existing) - 1;
    return kTest == kTestDigit ? buckets : (buckets & exist) | exist << kVector;
}

// A bit for each of a vector's elements that is in a bucket.
uint matches(uint bucket, uint buckets)
{
    if (kTest != kTestDigit)
        return (bucket == 0 ? buckets : buckets >> kVector & ~buckets) & (1 << kVector) - 1;
    uint bits = 0;
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        bits |= (buckets >> 8 * i & 0xff) == bucket ? 1 << i : 0;
    return bits;
}

// How many are in a bucket and, in the high half, in the next one.
uint countPair(uint bucket, uint buckets)
{
    const uint next = bucket + 1 < kBuckets ? bitCount(matches(bucket + 1, buckets)) << 16 : 0;
    return bitCount(matches(bucket, buckets)) | next;
}

// The words that are tested, or flags that are bytes of words.
void loadTested(uint tile, Bounds bounds, out uint words[kRows][kVector])
{
    if (kTest != kTestFlagBytes) {
        loadRows(push.testedAddress, tile, words);
        return;
    }
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint vector = vectorInTile(row);
        uint flags = 0;
        if (vector * kVector < bounds.end)
            flags = ElementAt(push.testedAddress + (uint64_t(tile) * kTileVectors + vector) * kElementBytes).words;
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            words[row][i] = flags >> 8 * i & 0xff;
    }
}

// The buckets of a tile's elements, and the words by which they are found.
void loadBuckets(uint tile, out uint buckets[kRows], out uint words[kRows][kVector])
{
    const Bounds bounds = boundsOf(tile);
    if (kTest > kTestFlagBits) {
        loadTested(tile, bounds, words);
    } else {
        // The bits of eight vectors are a word. Each lane loads one of the subgroup's, or none: at most 8 rows have as
        // many.
        const uint before = PART * kRows * PART_WIDTH; // vectors
        const uint skipped = before % 8;               // of the first word
        const uint own = before / 8 + PART_LANE;
        uint bits = 0;
        if (PART_LANE * 8 < skipped + kRows * PART_WIDTH && own * 32 < bounds.end)
            bits = ElementAt(push.testedAddress + (uint64_t(tile) * (kTileVectors / 8) + own) * kElementBytes).words;
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            const uint vector = skipped + row * PART_WIDTH + PART_LANE;
            const uint flags = subgroupShuffle(bits, vector / 8) >> vector % 8 * kVector;
            [[unroll]] for (uint i = 0; i < kVector; ++i)
                words[row][i] = flags >> i & 1;
        }
    }
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const int existing = clamp(int(bounds.end) - int(vectorInTile(row) * kVector), 0, int(kVector));
        buckets[row] = bucketsOf(words[row], uint(existing));
    }
}
