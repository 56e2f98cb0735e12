// Push constants and constants of splits; abi.h has those of all kernels.
#ifndef VKSCAN_SPLIT_ABI_H
#define VKSCAN_SPLIT_ABI_H

#include "abi.h"

ABI_BEGIN

// Push constants. Fields with names of ScanPush have its offsets.
struct SplitPush {
    ABI_UINT64 inputAddress; // elements that are moved: values, or the keys
    ABI_UINT64 outputAddress;
    ABI_UINT64 scratchAddress;
    ABI_UINT64 maxCount;
    ABI_UINT64 countAddress;
    ABI_UINT64 offsetsAddress; // receives the beginnings of buckets, then the count; 0: not stored
    ABI_UINT64 keysAddress;    // the input, if keys are the elements
    ABI_UINT32 shift;          // lowest bit of the bucket in the key
    ABI_UINT32 head;           // always 0
    ABI_UINT32 gridWidth;
    ABI_UINT32 slots;             // one for the counts of each span; 0: there is one span, not counted in advance
    ABI_UINT64 sortedKeysAddress; // receives the keys, unless they are the elements; 0: not stored
};

// Specialisation constant ids, in addition to abi.h.
ABI_CONSTANT kIdSplitBits = kFirstFurtherId + 9;
ABI_CONSTANT kIdElementWords = kFirstFurtherId + 10; // words of an element; 0: indices are written

// Scratch after the header: slots, one for each span or tile, with a word {count, tag} for each bucket.

ABI_ASSERT(sizeof(SplitPush) == 80 && offsetof(SplitPush, countAddress) == offsetof(ScanPush, countAddress) &&
           offsetof(SplitPush, gridWidth) == offsetof(ScanPush, gridWidth));
ABI_END

#endif
