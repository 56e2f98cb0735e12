// Push constants and constants of allocations (TILE_REQUESTS); abi.h has those of all kernels.
#ifndef VKSCAN_SUBALLOCATE_ABI_H
#define VKSCAN_SUBALLOCATE_ABI_H

#include "indirect_abi.h"

ABI_BEGIN

// Push constants. Fields before indirectAddress are those of ScanPush.
struct ABI_NAME(SuballocatePush) {
    ABI_UINT64 inputAddress;
    ABI_UINT64 outputAddress;
    ABI_UINT64 scratchAddress;
    ABI_UINT64 maxCount;
    ABI_UINT64 countAddress;
    ABI_UINT64 totalAddress;
    ABI_UINT64 initialBits;
    ABI_UINT32 hasInitial; // always 0
    ABI_UINT32 head;
    ABI_UINT32 gridWidth;
    ABI_UINT32 spans;
    ABI_UINT64 indirectAddress; // one uint, or two
    ABI_UINT32 divisor;         // divides the indirect count
    ABI_UINT32 rounding;        // kIndirect...
    ABI_UINT32 capacity;
    ABI_UINT32 reserved;
};

// An operator code in addition to abi.h: addition that saturates at the largest number.
ABI_CONSTANT ABI_NAME(kOpAddSaturated) = ABI_NAME(kOpTestAffine) + 1;

ABI_CONSTANT ABI_NAME(kNoAllocation) = 0xffffffff;

ABI_ASSERT(sizeof(SuballocatePush) == 96 &&
           offsetof(SuballocatePush, indirectAddress) == offsetof(ScanPush, segmentsAddress) &&
           offsetof(SuballocatePush, gridWidth) == offsetof(ScanPush, gridWidth));
ABI_END

#endif
