// Push constants and constants of radix sorts; abi.h has those of all kernels.
#ifndef VKSCAN_RADIX_SORT_ABI_H
#define VKSCAN_RADIX_SORT_ABI_H

#include "abi.h"

ABI_BEGIN

ABI_CONSTANT ABI_NAME(kDigitBits) = 8; // bits that one pass sorts by
ABI_CONSTANT ABI_NAME(kDigits) = 1 << ABI_NAME(kDigitBits);
ABI_CONSTANT ABI_NAME(kMaxSortPasses) = 8; // keys of 64 bits

// Push constants. Fields with names of ScanPush have its offsets. Parameters of a user's kernel follow.
struct ABI_NAME(RadixSortPush) {
    ABI_UINT64 inputAddress;  // keys
    ABI_UINT64 outputAddress; // sorted keys; without kSortWritesKeys, scratch between passes
    ABI_UINT64 scratchAddress;
    ABI_UINT64 maxCount;
    ABI_UINT64 countAddress;
    ABI_UINT64 valuesAddress;    // values of the input; none with kSortMakesIndices
    ABI_UINT64 movedAddress;     // sorted values
    ABI_UINT64 temporaryAddress; // space for values, then for keys, each aligned to 16 bytes
    ABI_UINT32 gridWidth;
    ABI_UINT32 pass;      // first pass that is counted, or the pass that is sorted
    ABI_UINT32 passCount; // passes that are counted at once; with a single workgroup, all
    // Bit set kSort...; then the first sorted bit of keys, and the end of the sorted bits.
    ABI_UINT32 flags;
    // Slots of counts: one for each workgroup that counted, or one for all; with segments, all there is room for.
    ABI_UINT32 slots;
    ABI_UINT32 segmentCount;
    // With kSortSegments: segmentCount + 1 offsets. For radix_sort_buckets: the offsets of buckets.
    ABI_UINT64 segmentsAddress;
};
ABI_CONSTANT ABI_NAME(kSortParametersOffset) = 96;

ABI_CONSTANT ABI_NAME(kSortWritesKeys) = 1;
ABI_CONSTANT ABI_NAME(kSortMakesIndices) = 2; // the value of each key is its index in the input
ABI_CONSTANT ABI_NAME(kSortCountsSpans) = 4;  // each workgroup counts a span of tiles into a slot for itself
ABI_CONSTANT ABI_NAME(kSortSegments) = 8;     // each segment is sorted separately; spans are parts of long segments
ABI_CONSTANT ABI_NAME(kSortAllPasses) = 16;   // passes run even if all keys have the same digit
ABI_CONSTANT ABI_NAME(kSortDescending) = 32;
ABI_CONSTANT ABI_NAME(kSortSigned) = 64; // signed integers and floats: keys whose highest bit is set come first
ABI_CONSTANT ABI_NAME(kSortFirstBitShift) = 8;
ABI_CONSTANT ABI_NAME(kSortEndBitShift) = 16;

// Specialisation constant ids, in addition to abi.h.
ABI_CONSTANT ABI_NAME(kIdSmallBytes) = ABI_NAME(kFirstFurtherId) + 8; // bytes of keys of 8 or 16 bits
ABI_CONSTANT ABI_NAME(kIdFloatKeys) = ABI_NAME(kFirstFurtherId) + 9;
ABI_CONSTANT ABI_NAME(kIdValueWords) = ABI_NAME(kFirstFurtherId) + 10; // words of 32 bits: 0, 1, 2 or 4
ABI_CONSTANT ABI_NAME(kIdShortKeys) = ABI_NAME(kFirstFurtherId) + 11; // maximum keys of a segment that a subgroup sorts

// Maximum words of keys that a tile exchanges at once; one that has more takes two pieces.
ABI_CONSTANT ABI_NAME(kIdExchangedWords) = ABI_NAME(kFirstFurtherId) + 13;
ABI_CONSTANT ABI_NAME(kIdTakesTurns) = ABI_NAME(kFirstFurtherId) + 12; // workgroups of a pass take tiles in turn

// Flags of kIdFloatKeys, below the bits of infinity.
ABI_CONSTANT ABI_NAME(kFloatEqualZeros) = 1; // -0 and +0 are equal
ABI_CONSTANT ABI_NAME(kFloatNansLast) = 2;   // NaNs are equal, and follow all other keys in both directions

// Scratch after the header: for each slot a 64-bit word, the bit set of passes whose digits differ, in rows of kDigits
// words; then, slot by slot, the counts of digits, words {count, 0}, kDigits for each counted pass; then, in the
// single-pass form, kDigits words for the counts of each tile, and for their sum in each window of tiles.
//
// With segments: a row whose first word counts the spans of segments that exceed a tile, and whose second word is not 0
// if any segment is too long for a subgroup; for each span words {first key of the segment, 0}, {end of its keys, 0},
// {first span of the segment, 0}, {spans of the segment, 0}; and the counts of each span.
ABI_CONSTANT ABI_NAME(kSortCountsBytes) = ABI_NAME(kDigits) *
                                          ABI_NAME(kScratchWordBytes); // counts of one pass, tile or window
ABI_CONSTANT ABI_NAME(kSortSlots) = 16;                                // maximum slots, each with counts of all passes
ABI_CONSTANT ABI_NAME(kSortWindow) = 16;                               // tiles
ABI_CONSTANT ABI_NAME(kSortSpanBytes) = 4 * ABI_NAME(kScratchWordBytes);
// Keys in a span of a long segment; more if it would have more than kMostSegmentSpans.
ABI_CONSTANT ABI_NAME(kSortSpanKeys) = 16384;
ABI_CONSTANT ABI_NAME(kMostSegmentSpans) = 256;
// Words of shared memory for each 32 keys of a tile of segments: heads, heads of long segments, their prefix sums, and
// which parts of the tile are long segments.
ABI_CONSTANT ABI_NAME(kSortSegmentWords) = 4;

ABI_ASSERT(sizeof(RadixSortPush) == kSortParametersOffset &&
           offsetof(RadixSortPush, countAddress) == offsetof(ScanPush, countAddress) &&
           offsetof(RadixSortPush, gridWidth) == offsetof(ScanPush, gridWidth));
ABI_END

#endif
