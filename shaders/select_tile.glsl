// The tile of a selection: elements go to buckets, and are scanned by how many of each bucket precede them. Selected ones
// are in bucket 0 and the others in bucket 1; or a digit of a key says it. A bucket that is not counted is dropped.
//
// Each subgroup sorts its part of the tile by bucket into shared memory while the tile is scanned, and from there writes a
// run of consecutive elements for each bucket when the carry is known. What is moved is a word an element, its index or
// itself; a longer element is fetched where it is written.
#include "select_abi.h"
#include "subgroup_order.glsl"

layout(constant_id = kIdTest) const uint kTest = kTestFlagWords;
layout(constant_id = kIdTestType) const uint kTestType = kTestU32;
layout(constant_id = kIdPayloadWords) const uint kPayloadWords = 1; // 0: indices

const uint kBuckets = kTupleSize; // that are counted
const uint kDropped = 0xff;

shared uint sharedStaged[kTileElements];

struct Tile {
    uint first;                   // element
    uint items[kRows][kVector];   // what is moved, if it is a word
    uint buckets[kRows];          // a byte each
    State counts;                 // after scanTile, of this subgroup's part
    State subgroupPrefix;         // and what precedes it in the tile
};

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

uint bucketOf(uint word)
{
    if (kTest == kTestDigit)
        return (word >> push.operand) & (kBuckets - 1);
    return isSelected(word) ? 0 : 1;
}

// The buckets of a tile's elements, and the words by which they are found.
void loadBuckets(uint tile, out uint buckets[kRows], out uint words[kRows][kVector])
{
    const Bounds bounds = boundsOf(tile);
    if (kTest > kTestFlagBytes) {
        loadRows(push.testedAddress, tile, words);
    } else {
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            const uint vector = vectorInTile(row);
            const uint64_t at = uint64_t(tile) * kTileVectors + vector; // its flags are the bytes of a word, or bits of one
            uint flags = 0;
            if (vector * kVector < bounds.end)
                flags = ElementAt(push.testedAddress + (kTest == kTestFlagBytes ? at : at / 8) * kElementBytes).words;
            [[unroll]] for (uint i = 0; i < kVector; ++i)
                words[row][i] = kTest == kTestFlagBytes ? flags >> 8 * i & 0xff : flags >> uint(at % 8) * kVector + i & 1;
        }
    }
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        buckets[row] = 0;
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            const bool exists = vectorInTile(row) * kVector + i < bounds.end;
            buckets[row] |= (exists ? bucketOf(words[row][i]) : kDropped) << 8 * i;
        }
    }
}

void loadTile(uint index, out Tile tile)
{
    tile.first = index * kTileElements;
    const bool movesOthers = kPayloadWords == 1 && push.testedAddress != push.inputAddress;
    if (movesOthers)
        loadRows(push.inputAddress, index, tile.items);
    uint words[kRows][kVector];
    loadBuckets(index, tile.buckets, words);
    if (!movesOthers) {
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            [[unroll]] for (uint i = 0; i < kVector; ++i)
                tile.items[row][i] = words[row][i];
    }
}

uint isIn(uint bucket, uint buckets, uint i) { return (buckets >> 8 * i & 0xff) == bucket ? 1 : 0; }

uint countIn(uint bucket, uint buckets)
{
    uint count = 0;
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        count += isIn(bucket, buckets, i);
    return count;
}

uint partBegin() { return PART * (kRows * PART_WIDTH * kVector); }

// Scans the loaded tile, two buckets at a time, which halves of a word count, and stages its elements. Returns how many of
// each bucket it has.
State scanTile(inout Tile tile)
{
    tile.counts = emptyState();
    uint begin = partBegin();
    [[unroll]] for (uint bucket = 0; bucket < kBuckets; bucket += 2) {
        const bool hasNext = bucket + 1 < kBuckets;
        uint before[kRows];
        uint running = 0;
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            uint count = countIn(bucket, tile.buckets[row]);
            if (hasNext)
                count |= countIn(bucket + 1, tile.buckets[row]) << 16;
            const uint inclusive = subgroupScanInclusive(count);
            before[row] = running + inclusive - count;
            running += subgroupLast(inclusive);
        }
        const uint nextBegin = begin + (running & 0xffff);
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            [[unroll]] for (uint i = 0; i < kVector; ++i) {
                const uint index = tile.first + vectorInTile(row) * kVector + i;
                const uint item = kPayloadWords == 1 ? tile.items[row][i] : index;
                if (isIn(bucket, tile.buckets[row], i) != 0) {
                    sharedStaged[begin + (before[row] & 0xffff)] = item;
                    ++before[row];
                } else if (hasNext && isIn(bucket + 1, tile.buckets[row], i) != 0) {
                    sharedStaged[nextBegin + (before[row] >> 16)] = item;
                    before[row] += 1 << 16;
                }
            }
        }
        tile.counts.parts[bucket] = running & 0xffff;
        if (hasNext)
            tile.counts.parts[bucket + 1] = running >> 16;
        begin = nextBegin + (running >> 16);
    }
    return workgroupScan(tile.counts, tile.subgroupPrefix);
}

#include "select_memory.glsl"
