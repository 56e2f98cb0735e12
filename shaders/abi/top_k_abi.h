// Push constants and constants of top-k selections; abi.h has those of all kernels.
#ifndef VKSCAN_TOP_K_ABI_H
#define VKSCAN_TOP_K_ABI_H

#include "abi.h"

ABI_BEGIN

// Push constants. Fields that ScanPush has, too, have the same names and offsets. An entry is the code of a key and the
// key's index. Arrays of entries are codes, padded to 16 bytes, then indices.
struct ABI_NAME(TopKPush) {
    ABI_UINT64 inputAddress;   // keys
    ABI_UINT64 outputAddress;  // keys; 0: absent, as the other outputs
    ABI_UINT64 scratchAddress; // a sample, and what it bounds; without one, any words
    ABI_UINT64 maxCount;
    ABI_UINT64 countAddress;
    ABI_UINT64 indexAddress;  // indices
    ABI_UINT64 valuesAddress; // values of the input; or the input, without sortedValuesAddress
    ABI_UINT64 sortedValuesAddress;
    ABI_UINT32 gridWidth;
    ABI_UINT32 k;              // entries that a workgroup keeps at least
    ABI_UINT32 rowLength;      // elements; 0: the array is one row
    ABI_UINT32 rowPitch;       // elements
    ABI_UINT32 resultPitch;    // results from the first of a row to that of the next
    ABI_UINT32 step;           // level of a merge, or pass of a selection by digits
    ABI_UINT64 entriesAddress; // entries that are read, or, in a selection by digits, its states
    ABI_UINT64 nextAddress;    // entries that are written; 0: the results are
    ABI_UINT64 flip;           // bits of keys that codes have inverted
    ABI_UINT32 entryCapacity;  // entries that are read, at most
    ABI_UINT32 nextCapacity;   // entries that are written, at most
    ABI_UINT32 shares;         // of few entries that a sample has left; 0: there is no sample
    ABI_UINT32 unused;
};

// Selection of few entries (tile/top_k_few.glsl): words, then the entries, then the first ones of the sample's groups.
// The entries are one share, with room for kTopKFewEntries; or, with samples of workgroups' own, each workgroup has a
// share, with room for a tile, and nothing follows them.
ABI_CONSTANT ABI_NAME(kTopKLevelCounts) = 0;  // bytes to words: the numbers of entries that levels of a merge left
ABI_CONSTANT ABI_NAME(kTopKShareCounts) = 16; // bytes to words: the number of entries of each share that were wanted
ABI_CONSTANT ABI_NAME(kTopKMostShares) = 512;
ABI_CONSTANT ABI_NAME(kTopKFewEntries) = 32768; // that are ranked, at most
ABI_CONSTANT ABI_NAME(kTopKParts) = 32;         // of a sample, at most
ABI_CONSTANT ABI_NAME(kTopKGroups) = 128;       // of a part, each of which leaves its first entry; at most
ABI_CONSTANT ABI_NAME(kHookNoBounds) = 8;       // a test hook: samples bound nothing

// Specialisation constant ids, besides those of abi.h. kIdOwnSamples: each workgroup takes a sample, and one tile.
ABI_CONSTANT ABI_NAME(kIdFloatCodes) = ABI_NAME(kIdMethod) + 9;
ABI_CONSTANT ABI_NAME(kIdListEntries) = ABI_NAME(kIdMethod) + 10; // entries that shared memory holds; a power of two
ABI_CONSTANT ABI_NAME(kIdOwnSamples) = ABI_NAME(kIdMethod) + 11;

// Selection by digits: 11, 11 and 10 bits of each word of a code, the high word first, and then of the index.
ABI_CONSTANT ABI_NAME(kTopKBins) = 2048;
ABI_CONSTANT ABI_NAME(kTopKPassesOfWord) = 3;
ABI_CONSTANT ABI_NAME(kTopKMostPasses) = 9;
// States: for each pass, 8 words (tile/top_k_state.glsl); the number of entries, in the word behind them; then, from
// kTopKCountsOffset on, kTopKBins counts for each pass.
ABI_CONSTANT ABI_NAME(kTopKStateBytes) = 32;
ABI_CONSTANT ABI_NAME(kTopKEntryCountOffset) = ABI_NAME(kTopKStateBytes) * (ABI_NAME(kTopKMostPasses) + 1);
ABI_CONSTANT ABI_NAME(kTopKCountsOffset) = 512;

ABI_ASSERT(sizeof(TopKPush) == 128 && offsetof(TopKPush, countAddress) == offsetof(ScanPush, countAddress) &&
           offsetof(TopKPush, gridWidth) == offsetof(ScanPush, gridWidth));
ABI_ASSERT(kTopKEntryCountOffset + 4 <= kTopKCountsOffset);
ABI_END

#endif
