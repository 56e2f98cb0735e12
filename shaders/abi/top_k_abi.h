// Push constants and constants of top-k selections; abi.h has those of all kernels.
#ifndef VKSCAN_TOP_K_ABI_H
#define VKSCAN_TOP_K_ABI_H

#include "abi.h"

ABI_BEGIN

// Push constants. Fields with names of ScanPush have its offsets. An entry is the code of a key and the key's index.
// Arrays of entries are codes, padded to 16 bytes, then indices.
struct ABI_NAME(TopKPush) {
    ABI_UINT64 inputAddress;   // keys
    ABI_UINT64 outputAddress;  // keys; 0: absent, like the other outputs
    ABI_UINT64 scratchAddress; // a sample, and the entries within its bound; without a sample, any words
    ABI_UINT64 maxCount;
    ABI_UINT64 countAddress;
    ABI_UINT64 indexAddress;  // indices
    ABI_UINT64 valuesAddress; // values of the input; without sortedValuesAddress, the input
    ABI_UINT64 sortedValuesAddress;
    ABI_UINT32 gridWidth;
    ABI_UINT32 k;              // minimum entries that a workgroup keeps
    ABI_UINT32 rowLength;      // elements; 0: the array is one row
    ABI_UINT32 rowPitch;       // elements
    ABI_UINT32 resultPitch;    // results from the start of a row's to the start of the next
    ABI_UINT32 step;           // pass of a selection by digits
    ABI_UINT64 entriesAddress; // states of a selection by digits; with rowLength, lengths with kPresent, or any words
    ABI_UINT64 nextAddress;    // entries that are left
    ABI_UINT64 flip;           // bits of keys that codes have inverted
    ABI_UINT32 nextCapacity;   // maximum entries that are left
    ABI_UINT32 shares;         // shares of the entries that a sample left; 0: there is no sample
    ABI_UINT32 unused[2];
};

// Selection of few entries (tile/top_k_few.glsl): words, then the entries, then the first entries of the sample's
// groups. The entries are one share of kTopKFewEntries. If each workgroup takes its own sample, each has a share of one
// tile, and nothing follows the entries.
ABI_CONSTANT ABI_NAME(kTopKLeftEntries) = 0;    // bytes to a word: the entries that workgroups of a merge left
ABI_CONSTANT ABI_NAME(kTopKLeftWorkgroups) = 4; // bytes to a word: these workgroups
ABI_CONSTANT ABI_NAME(kTopKShareCounts) = 16;   // bytes to words: the number of wanted entries of each share
ABI_CONSTANT ABI_NAME(kTopKMostShares) = 512;
ABI_CONSTANT ABI_NAME(kTopKFewEntries) = 32768; // maximum entries that are ranked
ABI_CONSTANT ABI_NAME(kTopKParts) = 32;         // maximum parts of a sample
ABI_CONSTANT ABI_NAME(kTopKGroups) = 128;       // maximum groups of a part, each of which leaves its first entry
ABI_CONSTANT ABI_NAME(kTopKLaneResults) = 2;    // results of a short row that a lane sorts
ABI_CONSTANT ABI_NAME(kTopKLaneSteps) = 3;      // the logarithm of the keys in a lane, of rows side by side
ABI_CONSTANT ABI_NAME(kTopKRangeBins) = 256;    // maximum bins of a range of codes
ABI_CONSTANT ABI_NAME(kTopKShortList) = 1024;   // maximum entries of a list whose rows groups of a sample bound
ABI_CONSTANT ABI_NAME(kHookNoBounds) = 8;       // a test hook: samples provide no bound

// Specialisation constant ids, in addition to abi.h. kIdOwnSamples: each workgroup takes a sample, and one tile.
ABI_CONSTANT ABI_NAME(kIdFloatCodes) = ABI_NAME(kFirstFurtherId) + 9;
ABI_CONSTANT ABI_NAME(kIdListEntries) = ABI_NAME(kFirstFurtherId) + 10; // entries in shared memory; a power of two
ABI_CONSTANT ABI_NAME(kIdOwnSamples) = ABI_NAME(kFirstFurtherId) + 11;
ABI_CONSTANT ABI_NAME(kIdSmallKeys) = ABI_NAME(kFirstFurtherId) + 12; // keys have 16 bits: the high half of a word

// Selection by digits: 11, 11 and 10 bits of each word of a code, the high word first, and then of the index.
ABI_CONSTANT ABI_NAME(kTopKBins) = 2048;
ABI_CONSTANT ABI_NAME(kTopKPassesOfWord) = 3;
ABI_CONSTANT ABI_NAME(kTopKMostPasses) = 9;
// States: 8 words for each pass (tile/top_k_state.glsl), then a word with the number of entries; from kTopKCountsOffset
// on, kTopKBins counts for each pass.
ABI_CONSTANT ABI_NAME(kTopKStateBytes) = 32;
ABI_CONSTANT ABI_NAME(kTopKEntryCountOffset) = ABI_NAME(kTopKStateBytes) * (ABI_NAME(kTopKMostPasses) + 1);
ABI_CONSTANT ABI_NAME(kTopKCountsOffset) = 512;

ABI_ASSERT(sizeof(TopKPush) == 128 && offsetof(TopKPush, countAddress) == offsetof(ScanPush, countAddress) &&
           offsetof(TopKPush, gridWidth) == offsetof(ScanPush, gridWidth));
ABI_ASSERT(kTopKEntryCountOffset + 4 <= kTopKCountsOffset);
ABI_END

#endif
