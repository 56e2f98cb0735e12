// Push constants and constants of radix sorts; abi.h has those of all kernels.
#ifndef VKSCAN_RADIX_SORT_ABI_H
#define VKSCAN_RADIX_SORT_ABI_H

#include "abi.h"

ABI_BEGIN

ABI_CONSTANT ABI_NAME(kDigitBits) = 8; // bits that one pass sorts by
ABI_CONSTANT ABI_NAME(kDigits) = 1 << ABI_NAME(kDigitBits);
ABI_CONSTANT ABI_NAME(kMaxSortPasses) = 8; // for keys of 64 bits

// Push constants. Fields that ScanPush has, too, have the same names and offsets. Parameters of a user's kernel follow.
struct ABI_NAME(RadixSortPush) {
    ABI_UINT64 inputAddress;  // keys
    ABI_UINT64 outputAddress; // sorted keys; without kSortWritesKeys, scratch for passes that another pass follows
    ABI_UINT64 scratchAddress;
    ABI_UINT64 maxCount;
    ABI_UINT64 countAddress;
    ABI_UINT64 valuesAddress;    // values of the input; none with kSortMakesIndices
    ABI_UINT64 movedAddress;     // sorted values
    ABI_UINT64 temporaryAddress; // space for values, then for keys, each aligned to 16 bytes
    ABI_UINT32 gridWidth;
    ABI_UINT32 pass;      // first pass that is counted, or the pass that is sorted
    ABI_UINT32 passCount; // passes that are counted at once; with a single workgroup, all
    // Bit set kSort...; then the first bit of keys that is sorted by, and the one behind the last.
    ABI_UINT32 flags;
    // Slots of counts: one for each workgroup that counted, or one for all; with segments, all there is room for. Of
    // what clears: rows of kDigits words.
    ABI_UINT32 slots;
    ABI_UINT32 segmentCount;
    // With kSortSegments, segmentCount + 1 offsets. Of what writes offsets of buckets: these.
    ABI_UINT64 segmentsAddress;
};
ABI_CONSTANT ABI_NAME(kSortParametersOffset) = 96;

ABI_CONSTANT ABI_NAME(kSortWritesKeys) = 1;
ABI_CONSTANT ABI_NAME(kSortMakesIndices) = 2; // the value of each key is its index in the input
ABI_CONSTANT ABI_NAME(kSortCountsSpans) = 4;  // each workgroup counts a span of tiles into a slot of its own
ABI_CONSTANT ABI_NAME(kSortSegments) = 8;     // each segment is sorted on its own; spans are parts of long segments
ABI_CONSTANT ABI_NAME(kSortAllPasses) = 16;   // also passes in whose digits all keys are equal
ABI_CONSTANT ABI_NAME(kSortDescending) = 32;
ABI_CONSTANT ABI_NAME(kSortSigned) = 64; // signed integers and floats: keys whose highest bit is set come first
ABI_CONSTANT ABI_NAME(kSortFirstBitShift) = 8;
ABI_CONSTANT ABI_NAME(kSortEndBitShift) = 16;

// Specialisation constant ids, besides those of abi.h.
ABI_CONSTANT ABI_NAME(kIdFloatKeys) = ABI_NAME(kIdMethod) + 9;
ABI_CONSTANT ABI_NAME(kIdValueWords) = ABI_NAME(kIdMethod) + 10; // words of 32 bits: 0, 1, 2 or 4
ABI_CONSTANT ABI_NAME(kIdShortKeys) = ABI_NAME(kIdMethod) + 11;  // most keys of a segment that a subgroup sorts

// Scratch behind the header: for each slot a 64-bit word, the bit set of passes whose digits differ, in rows of kDigits
// words; then, slot by slot, the counts of digits, words {count, 0}, kDigits for each pass that is counted; then, for
// the single-pass form, kDigits words for each tile, its counts, and for each window of tiles, their sum.
//
// With segments: a row whose first word counts the spans of segments that do not fit a tile, and whose second word is
// not 0 if any segment is too long for a subgroup; for each span words {first key of its segment, 0}, {key behind the
// last, 0}, {first span of the segment, 0}, {spans of the segment, 0}; and the counts of each span.
ABI_CONSTANT ABI_NAME(kSortCountsBytes) = ABI_NAME(kDigits) *
                                          ABI_NAME(kScratchWordBytes); // counts of one pass, tile or window
ABI_CONSTANT ABI_NAME(kSortSlots) = 16;                                // most slots, each with counts of all passes
ABI_CONSTANT ABI_NAME(kSortWindow) = 16;                               // tiles
ABI_CONSTANT ABI_NAME(kSortSpanBytes) = 4 * ABI_NAME(kScratchWordBytes);
// Keys in a span of a long segment, unless there were more than kMostSegmentSpans.
ABI_CONSTANT ABI_NAME(kSortSpanKeys) = 16384;
ABI_CONSTANT ABI_NAME(kMostSegmentSpans) = 256;
// Words of shared memory for each 32 keys of a tile of segments: heads, those of long segments, what precedes them, and
// which parts of the tile are long segments.
ABI_CONSTANT ABI_NAME(kSortSegmentWords) = 4;

ABI_ASSERT(sizeof(RadixSortPush) == kSortParametersOffset &&
           offsetof(RadixSortPush, countAddress) == offsetof(ScanPush, countAddress) &&
           offsetof(RadixSortPush, gridWidth) == offsetof(ScanPush, gridWidth));
ABI_END

#endif
