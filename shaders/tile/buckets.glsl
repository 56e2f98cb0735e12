// The buckets of a selection: 0 for selected elements, 1 for the rest.
#ifndef VKSCAN_TILE_BUCKETS
#define VKSCAN_TILE_BUCKETS
#include "abi/select_abi.h"
#define PUSH_CONSTANTS SelectPush
#include "tile/parts.glsl"
#include "core/workgroup.glsl"
#include "tile/memory.glsl"

layout(constant_id = kIdTest) const uint kTest = kTestFlagWords;
layout(constant_id = kIdTestType) const uint kTestType = kTypeU32;
layout(constant_id = kIdPayloadWords) const uint kPayloadWords = 1; // words of an element that is moved; 0: indices

const uint kBuckets = kTupleSize; // buckets that are counted: one or two

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

// The buckets of the elements of a vector: a bit for each selected element, then, from bit kVector on, a bit for each
// unselected one. Elements missing in the last vectors are in no bucket.
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

// A bit for each element of a vector that is in a bucket.
uint matches(uint bucket, uint buckets)
{
    return (bucket == 0 ? buckets : buckets >> kVector & ~buckets) & (1 << kVector) - 1;
}

// The number of elements of a vector in bucket 0 and, in the high half, in bucket 1.
uint countPair(uint buckets)
{
    return bitCount(matches(0, buckets)) | (kBuckets > 1 ? bitCount(matches(1, buckets)) << 16 : 0);
}

// Counts all elements of a lane, in the form of countPair.
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

// Finds buckets by flags: bytes, four in a word; or bits, of eight vectors in a word. Each lane loads one such word or
// none: 8 rows have no more words than lanes.
void findFlagged(uint tile, out uint buckets[kRows])
{
    const Bounds bounds = boundsOf(tile);
    const uint64_t words = push.testedAddress + uint64_t(tile) * (kTileVectors / (kTest == kTestFlagBits ? 8 : 1)) * kElementBytes;
    const uint before = PART * kRows * PART_WIDTH; // vectors before the part
    const uint skipped = before % 8;               // vectors of the first word before the part
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

#include "tile/small_memory.glsl"

const bool kSmallItems = kInputBytes < 4; // moved elements have one or two bytes; tested ones are words

void loadItems(uint tile, out uint items[kRows][kVector])
{
    if (!kSmallItems) {
        loadRows(push.inputAddress, tile, items);
        return;
    }
    const Bounds bounds = boundsOf(tile);
    const uint vectorBytes = kVector * kInputBytes;
    const bool asVector = (unpackUint2x32(push.inputAddress).x & (vectorBytes - 1)) == 0 && holdsPart(bounds);
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint vector = vectorInTile(row);
        const uint64_t address = push.inputAddress + (uint64_t(tile) * kTileVectors + vector) * vectorBytes;
        uvec4 elements = uvec4(0);
        if (asVector) {
            elements = loadSmallVector(address);
        } else {
            [[unroll]] for (uint i = 0; i < kVector; ++i)
                if (vector * kVector + i < bounds.end)
                    elements[i] = loadSmallElement(address + i * kInputBytes);
        }
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            items[row][i] = elements[i];
    }
}

// Loads the buckets of the elements of a tile, and the elements if they are words that are moved or tested. Tested and
// moved words use the same registers, in turn.
void loadBuckets(uint tile, bool moves, out uint buckets[kRows], out uint items[kRows][kVector])
{
    const bool testsWords = kTest > kTestFlagBytes;
    const bool testsOthers = testsWords && push.testedAddress != push.inputAddress;
    if (testsOthers || (testsWords && !moves)) {
        loadRows(push.testedAddress, tile, items);
        findBuckets(tile, items, buckets);
    }
    if (moves)
        loadItems(tile, items);
    if (!testsWords)
        findFlagged(tile, buckets);
    else if (moves && !testsOthers)
        findBuckets(tile, items, buckets);
}
#endif
