// Push constants and constants of runs with values (TILE_RUN_VALUES); abi.h has those of all kernels.
#ifndef VKSCAN_REDUCE_BY_KEY_ABI_H
#define VKSCAN_REDUCE_BY_KEY_ABI_H

#include "run_abi.h"

ABI_BEGIN

// Push constants, also pushed for TILE_RUNS. RunPush has the first fields.
struct ReduceByKeyPush {
    ABI_UINT64 inputAddress;  // keys
    ABI_UINT64 outputAddress; // receives the key of each run
    ABI_UINT64 scratchAddress;
    ABI_UINT64 maxCount;
    ABI_UINT64 countAddress;
    ABI_UINT64 totalAddress;    // the number of runs, one uint
    ABI_UINT64 indirectAddress; // one uint, or two
    ABI_UINT32 capacity;        // runs
    ABI_UINT32 head;
    ABI_UINT32 gridWidth;
    ABI_UINT32 divisor; // divides the indirect count
    ABI_UINT64 lengthsAddress;
    ABI_UINT64 startsAddress;
    ABI_UINT32 rounding;       // kIndirect...
    ABI_UINT32 startsCapacity; // words of `starts`; words after the last run receive the number of elements
    ABI_UINT64 valuesAddress;
    ABI_UINT64 reducedAddress; // receives the sum or the first value of each run
};

ABI_CONSTANT kIdKeepsFirst = kFirstFurtherId + 10; // the first value of each run is stored, instead of the sum

ABI_ASSERT(sizeof(ReduceByKeyPush) == 112 && offsetof(ReduceByKeyPush, lengthsAddress) == 72 &&
           offsetof(ReduceByKeyPush, gridWidth) == offsetof(ScanPush, gridWidth));
ABI_END

#endif
