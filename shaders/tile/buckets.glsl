// How a selection finds the buckets of its elements.
#ifndef VKSCAN_TILE_BUCKETS
#define VKSCAN_TILE_BUCKETS
#include "abi/select_abi.h"
#define PUSH_CONSTANTS SelectPush
#include "tile/parts.glsl"
#include "core/workgroup.glsl"
#include "tile/memory.glsl"

layout(constant_id = kIdTest) const uint kTest = kTestFlagWords;
layout(constant_id = kIdTestType) const uint kTestType = kTypeU32;
layout(constant_id = kIdPayloadWords) const uint kPayloadWords = 1; // 0: indices

const uint kBuckets = kTupleSize; // that are counted: one or two

bool isSelected(uint word)
{
    const int signedWord = int(word);
    const float floatWord = uintBitsToFloat(word);
    const int signedOperand = int(push.operand);
    const float floatOperand = uintBitsToFloat(push.operand);
    bool equal = word == push.operand;
    bool less = word < push.operand;
    bool greater = word > push.operand;
    if (kTestType == kTypeI32) {
        less = signedWord < signedOperand;
        greater = signedWord > signedOperand;
    } else if (kTestType == kTypeF32) {
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

// The buckets of a vector's elements: a bit each for those selected, and behind these four a bit each for those that exist.
// What is missing in the last vectors is in no bucket.
uint choicesOf(uint selected, uint existing)
{
    const uint exist = (1 << existing) - 1;
    return (selected & exist) | exist << kVector;
}

uint selectedBits(uint words[kVector])
{
    uint bits = 0;
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        bits |= isSelected(words[i]) ? 1 << i : 0;
    return bits;
}

// A bit for each of a vector's elements that is in a bucket.
uint matches(uint bucket, uint buckets)
{
    return (bucket == 0 ? buckets : buckets >> kVector & ~buckets) & (1 << kVector) - 1;
}

// How many of a vector's elements are in the first bucket and, in the high half, in the second one.
uint countPair(uint buckets)
{
    return bitCount(matches(0, buckets)) | (kBuckets > 1 ? bitCount(matches(1, buckets)) << 16 : 0);
}

// The same of all of a lane's elements.
uint countPairs(uint buckets[kRows])
{
    uint pairs = 0;
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        pairs += countPair(buckets[row]);
    return pairs;
}

State countsOf(uint pair)
{
    State counts = emptyState();
    counts.parts[0] = pair & 0xffff;
    if (kBuckets > 1)
        counts.parts[1] = pair >> 16;
    return counts;
}

uint existingIn(uint row, Bounds bounds)
{
    return uint(clamp(int(bounds.end) - int(vectorInTile(row) * kVector), 0, int(kVector)));
}

void findBuckets(uint tile, uint words[kRows][kVector], out uint buckets[kRows])
{
    const Bounds bounds = boundsOf(tile);
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        buckets[row] = choicesOf(selectedBits(words[row]), existingIn(row, bounds));
}

// The same by flags: bytes, four of them a word; or bits, of which those of eight vectors are a word. Each lane loads one
// of these, or none: at most 8 rows have as many.
void findFlagged(uint tile, out uint buckets[kRows])
{
    const Bounds bounds = boundsOf(tile);
    const uint64_t words = push.testedAddress + uint64_t(tile) * (kTileVectors / (kTest == kTestFlagBits ? 8 : 1)) * kElementBytes;
    const uint before = PART * kRows * PART_WIDTH; // vectors
    const uint skipped = before % 8;               // of the first word
    const uint own = before / 8 + PART_LANE;
    uint bits = 0;
    if (kTest == kTestFlagBits && PART_LANE * 8 < skipped + kRows * PART_WIDTH && own * 32 < bounds.end)
        bits = ElementAt(words + own * kElementBytes).words;
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint vector = skipped + row * PART_WIDTH + PART_LANE;
        uint selected = subgroupShuffle(bits, vector / 8) >> vector % 8 * kVector;
        if (kTest == kTestFlagBytes) {
            uint flags = 0;
            if (vectorInTile(row) * kVector < bounds.end)
                flags = ElementAt(words + vectorInTile(row) * kElementBytes).words;
            selected = selectedBits(uint[](flags & 0xff, flags & 0xff00, flags & 0xff0000, flags & 0xff000000));
        }
        buckets[row] = choicesOf(selected, existingIn(row, bounds));
    }
}

// The buckets of a tile's elements, and these if they are words that are moved or tested. Words that are tested and
// others that are moved take the same registers, in turn.
void loadBuckets(uint tile, bool moves, out uint buckets[kRows], out uint items[kRows][kVector])
{
    const bool testsWords = kTest > kTestFlagBytes;
    const bool testsOthers = testsWords && push.testedAddress != push.inputAddress;
    if (testsOthers || (testsWords && !moves)) {
        loadRows(push.testedAddress, tile, items);
        findBuckets(tile, items, buckets);
    }
    if (moves)
        loadRows(push.inputAddress, tile, items);
    if (!testsWords)
        findFlagged(tile, buckets);
    else if (moves && !testsOthers)
        findBuckets(tile, items, buckets);
}
#endif
