// What abi.h is to all kernels, for those of histograms.
#ifndef VKSCAN_HISTOGRAM_ABI_H
#define VKSCAN_HISTOGRAM_ABI_H

#include "abi.h"

ABI_BEGIN

// Push constants. What they share with ScanPush has its name and place.
struct HistogramPush {
    ABI_UINT64 inputAddress;
    ABI_UINT64 outputAddress; // of the counts, a uint each
    ABI_UINT64 unused;
    ABI_UINT64 maxCount;
    ABI_UINT64 countAddress;
    ABI_UINT64 unusedToo;
    ABI_UINT64 initialBits; // of the element where bin 0 begins
    ABI_UINT32 hasInitial;  // 1
    ABI_UINT32 head;
    ABI_UINT32 gridWidth;
    ABI_UINT32 binCount;
    ABI_UINT32 scale; // of floats 1 / width; of integers, with the shifts, what a division by width comes to
    ABI_UINT32 firstShift;
    ABI_UINT32 secondShift;
    ABI_UINT32 unusedAtLast;
};

// Specialisation constant ids, besides those of abi.h.
ABI_CONSTANT kIdSharedCounts = kIdMethod + 10;

#ifdef __cplusplus
static_assert(sizeof(HistogramPush) == 88 && offsetof(HistogramPush, hasInitial) == 56 &&
                  offsetof(HistogramPush, gridWidth) == offsetof(ScanPush, gridWidth),
              "GLSL's scalar layout of the same struct");
#endif
ABI_END

#endif
