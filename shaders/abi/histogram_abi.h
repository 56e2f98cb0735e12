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

// Push constants of histograms of images. Logarithms of light are integers, in units of 2^-23.
struct HistogramImagePush {
    ABI_UINT64 meanAddress; // with kPresent: a word that counts workgroups, then a float
    ABI_UINT64 outputAddress;
    ABI_UINT64 weightsAddress; // with kPresent: one float each
    ABI_UINT32 columnStep; // the weight's column is x * columnStep + x * columnFraction / 2^32, rounded down
    ABI_UINT32 rowStep;
    ABI_UINT64 reserved;
    ABI_UINT32 width; // texels
    ABI_UINT32 height;
    ABI_UINT32 weightColumns;
    ABI_UINT32 columnFraction;
    ABI_UINT32 rowFraction;
    ABI_UINT32 tileColumns;
    ABI_UINT32 gridWidth;
    ABI_UINT32 tileCount;
    ABI_UINT32 lower;
    ABI_UINT32 scale; // x / width is x * scale / 2^32 >> shift, for less than 2^31
    ABI_UINT32 shift;
    ABI_UINT32 meanFrom; // units of 2^-16
    ABI_UINT32 meanTo;
    ABI_UINT32 lowerBits; // floats
    ABI_UINT32 widthBits;
};

ABI_CONSTANT kLogBits = 23;      // bits of a logarithm's fraction
ABI_CONSTANT kFractionBits = 16; // bits of meanFrom and meanTo
ABI_CONSTANT kWeightUnits = 128;
ABI_CONSTANT kTexelBlock = 8; // columns of texels that neighbouring invocations read; half as many rows

// Specialisation constant ids, in addition to abi.h.
ABI_CONSTANT kIdPartBins = kFirstFurtherId + 10;
ABI_CONSTANT kIdBinCopies = kFirstFurtherId + 11;    // copies of each bin in shared memory; images only
ABI_CONSTANT kIdLightChannels = kFirstFurtherId + 12; // channels of a texel, for its luminance
ABI_CONSTANT kIdWideChannels = kFirstFurtherId + 13;  // channels have 32 bits
ABI_CONSTANT kIdClampEnds = kFirstFurtherId + 9;

ABI_ASSERT(sizeof(HistogramPush) == 104 && offsetof(HistogramPush, hasInitial) == 56 &&
           offsetof(HistogramPush, gridWidth) == offsetof(ScanPush, gridWidth));
ABI_ASSERT(sizeof(HistogramImagePush) == 104 &&
           offsetof(HistogramImagePush, gridWidth) == offsetof(ScanPush, gridWidth));
ABI_END

#endif
