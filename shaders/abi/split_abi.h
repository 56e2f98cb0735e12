// What abi.h is to all kernels, for those of splits.
#ifndef VKSCAN_SPLIT_ABI_H
#define VKSCAN_SPLIT_ABI_H

#include "abi.h"

ABI_BEGIN

// Push constants. What they share with ScanPush has its name and place.
struct SplitPush {
    ABI_UINT64 inputAddress; // elements
    ABI_UINT64 outputAddress;
    ABI_UINT64 scratchAddress;
    ABI_UINT64 maxCount;
    ABI_UINT64 countAddress;
    ABI_UINT64 offsetsAddress; // receives where buckets begin and, behind these, the count; 0: nothing does
    ABI_UINT64 keysAddress;    // the input's, where its elements are the keys
    ABI_UINT32 shift;          // the lowest of the key's bits that tell the bucket
    ABI_UINT32 head;           // 0
    ABI_UINT32 gridWidth;
    ABI_UINT32 slots; // one a span, with its counts; 0: there is one span, which has not been counted
};

// Specialisation constant ids, besides those of abi.h.
ABI_CONSTANT kIdSplitBits = kIdMethod + 9;
ABI_CONSTANT kIdElementWords = kIdMethod + 10; // 0: indices are written

// Scratch, behind the header: slots of a word {count, tag} for each bucket, one a span or tile.

#ifdef __cplusplus
static_assert(sizeof(SplitPush) == 72 && offsetof(SplitPush, countAddress) == offsetof(ScanPush, countAddress) &&
                  offsetof(SplitPush, gridWidth) == offsetof(ScanPush, gridWidth),
              "GLSL's scalar layout of the same struct");
#endif
ABI_END

#endif
