// Constants and push constants of radix sorts; abi.h has those of all kernels.
#ifndef VKSCAN_RADIX_SORT_ABI_H
#define VKSCAN_RADIX_SORT_ABI_H

#include "abi.h"

ABI_BEGIN

ABI_CONSTANT kDigitBits = 8; // sorted by one pass
ABI_CONSTANT kDigits = 1 << kDigitBits;
ABI_CONSTANT kMaxSortPasses = 8; // keys of 64 bits

// Push constants. What they share with ScanPush has its name and place. Parameters of a user's kernel lie behind them.
struct RadixSortPush {
    ABI_UINT64 inputAddress;  // keys
    ABI_UINT64 outputAddress; // sorted keys; without kSortWritesKeys, only where passes leave keys for others
    ABI_UINT64 scratchAddress;
    ABI_UINT64 maxCount;
    ABI_UINT64 countAddress;
    ABI_UINT64 valuesAddress;    // values that go with the input; none with kSortMakesIndices
    ABI_UINT64 movedAddress;     // values, in the order of the output
    ABI_UINT64 temporaryAddress; // of values, then of keys, each aligned to 16 bytes
    ABI_UINT32 gridWidth;
    ABI_UINT32 pass;      // the first that is counted, or the one that is sorted by
    ABI_UINT32 passCount; // passes that are counted at once, or all of a single workgroup
    ABI_UINT32
        flags; // a bit set; above it, the first of the keys' bits that are sorted by, and what is behind the last
    ABI_UINT32 slots; // of counts: one a workgroup that counted, or one of all; those there is room for, of segments
    ABI_UINT32 segmentCount;
    ABI_UINT64 segmentsAddress; // offsets, segmentCount + 1 of them; with kSortSegments
};
ABI_CONSTANT kSortParametersOffset = 96;

ABI_CONSTANT kSortWritesKeys = 1;
ABI_CONSTANT kSortMakesIndices = 2; // each key's value is its index in the input
ABI_CONSTANT kSortCountsSpans = 4;  // each workgroup has a span of tiles, and a slot of its own
ABI_CONSTANT kSortSegments = 8;     // each segment is sorted by itself: spans are those of long ones
ABI_CONSTANT kSortAllPasses = 16;   // also those in whose digits all keys are equal
ABI_CONSTANT kSortDescending = 32;
ABI_CONSTANT kSortSigned = 64; // keys whose highest bit is set come first: those of signed integers and floats
ABI_CONSTANT kSortFirstBitShift = 8;
ABI_CONSTANT kSortEndBitShift = 16;

// Specialisation constant ids, besides those of abi.h.
ABI_CONSTANT kIdFloatKeys = kIdMethod + 9;
ABI_CONSTANT kIdValueWords = kIdMethod + 10; // of 32 bits: 0, 1, 2 or 4

// Scratch, behind the header: of each slot a word of 64 bits, the set of passes whose digits differ, in rows of kDigits
// words; counts of digits in words {count, 0}, kDigits of them for each pass that is counted, slot by slot; of the
// single-pass form, then, kDigits words each: every tile's counts and, of each window of tiles, the sum.
//
// With segments instead: a row whose first word counts the spans of long segments; of each span, {its segment's first
// key, the one behind its last, its first span, its spans}; and counts of each span.
ABI_CONSTANT kSortCountsBytes = kDigits * kScratchWordBytes; // of one pass, tile or window
ABI_CONSTANT kSortSlots = 16;                                // of counts of all passes
ABI_CONSTANT kSortWindow = 16;                               // tiles
ABI_CONSTANT kSortSpanBytes = 16;
ABI_CONSTANT kSortSpanKeys = 16384; // of a long segment's span, unless there were too many spans
ABI_CONSTANT kMostSegmentSpans = 256;

#ifdef __cplusplus
static_assert(sizeof(RadixSortPush) == kSortParametersOffset &&
                  offsetof(RadixSortPush, countAddress) == offsetof(ScanPush, countAddress) &&
                  offsetof(RadixSortPush, gridWidth) == offsetof(ScanPush, gridWidth),
              "GLSL's scalar layout of the same struct");
#endif
ABI_END

#endif
