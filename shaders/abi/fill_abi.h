// Push constants of the kernel that fills words.
#ifndef VKSCAN_FILL_ABI_H
#define VKSCAN_FILL_ABI_H

#include "abi.h"

ABI_BEGIN

// Fields with names of ScanPush have its offsets.
struct FillPush {
    ABI_UINT64 reserved0;
    ABI_UINT64 outputAddress;
    ABI_UINT64 reserved1;
    ABI_UINT64 maxCount; // elements, or more than the count at countAddress; 0: the words are cleared
    ABI_UINT64 countAddress;
    ABI_UINT64 words; // to fill; fewer than 2^32
    ABI_UINT64 reserved2;
    ABI_UINT64 reserved3;
    ABI_UINT32 gridWidth;
    ABI_UINT32 reserved4;
};

ABI_ASSERT(sizeof(FillPush) == 72 && offsetof(FillPush, outputAddress) == offsetof(ScanPush, outputAddress) &&
           offsetof(FillPush, countAddress) == offsetof(ScanPush, countAddress) &&
           offsetof(FillPush, gridWidth) == offsetof(ScanPush, gridWidth));
ABI_END

#endif
