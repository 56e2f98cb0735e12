// Push constants and constants of runs without values (TILE_RUNS); abi.h has those of all kernels.
#ifndef VKSCAN_RUN_ABI_H
#define VKSCAN_RUN_ABI_H

#include "indirect_abi.h"

ABI_BEGIN

// Push constants. Fields with names of ScanPush have its offsets.
struct RunPush {
    ABI_UINT64 inputAddress;
    ABI_UINT64 outputAddress; // receives the element of each run
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
};

ABI_CONSTANT kRunStateWords = 2; // words of the state in tile/runs.glsl

ABI_ASSERT(sizeof(RunPush) == 96 && offsetof(RunPush, lengthsAddress) == 72 &&
           offsetof(RunPush, gridWidth) == offsetof(ScanPush, gridWidth));
ABI_END

#endif
