// Push constants and constants of histograms; abi.h has those of all kernels.
#ifndef VKSCAN_HISTOGRAM_ABI_H
#define VKSCAN_HISTOGRAM_ABI_H

#include "abi.h"

ABI_BEGIN

// Push constants. Fields with names of ScanPush have its offsets.
struct HistogramPush {
    ABI_UINT64 inputAddress;
    ABI_UINT64 outputAddress; // counts, one uint each
    ABI_UINT64 reserved0;
    ABI_UINT64 maxCount;
    ABI_UINT64 countAddress;
    ABI_UINT64 reserved1;
    ABI_UINT64 initialBits; // element at which bin 0 begins; floats are multiplied by `factor`
    ABI_UINT32 hasInitial;  // always 1
    ABI_UINT32 head;
    ABI_UINT32 gridWidth;
    ABI_UINT32 binCount;
    ABI_UINT32 scale; // floats: 1 / (width * factor); integers: with the shifts, a division by width
    ABI_UINT32 firstShift;
    ABI_UINT32 secondShift;
    // Floats only. The factor, a power of two, keeps differences and `scale` within the range of normal numbers.
    // Elements are compared with the lower edge by their bits, since devices may treat subnormal numbers as 0.
    ABI_UINT32 factor;
    ABI_UINT32 raises;    // 1: elements are first multiplied by 2^kRaisedExponent, and factor is 1
    ABI_UINT32 firstBits; // least bits, as an unsigned number, of elements not below the lower edge
    ABI_UINT32 lastBits;  // greatest bits of these elements
    ABI_UINT32 reserved2;
};

ABI_CONSTANT kRaisedExponent = 64;

// Specialisation constant ids, in addition to abi.h.
ABI_CONSTANT kIdPartBins = kFirstFurtherId + 10;

ABI_ASSERT(sizeof(HistogramPush) == 104 && offsetof(HistogramPush, hasInitial) == 56 &&
           offsetof(HistogramPush, gridWidth) == offsetof(ScanPush, gridWidth));
ABI_END

#endif
