// Push constants of distributions; abi.h has the constants of all kernels.
#ifndef VKSCAN_DISTRIBUTION_ABI_H
#define VKSCAN_DISTRIBUTION_ABI_H

#include "abi.h"

ABI_BEGIN

// Push constants. Fields with names of ScanPush have its offsets. Alias tables have the same fields: the first dispatch
// reads sums of elements from inputAddress and of rows from totalAddress, and writes integer sums to outputAddress. The
// second reads them there.
struct DistributionPush {
    ABI_UINT64 inputAddress;  // weights, one float each; for images, any words of that size
    ABI_UINT64 outputAddress; // sums, one float each
    ABI_UINT64 reserved0;
    ABI_UINT64 maxCount;
    ABI_UINT64 countAddress;
    ABI_UINT64 totalAddress; // a float for each row, its total; 0: not stored
    ABI_UINT32 rowLength;
    ABI_UINT32 rowCount;
    ABI_UINT32 maxWeight;  // bits of a float, the maximum weight
    ABI_UINT32 texelScale; // bits of a float that multiplies the image's texels; 0: weights are no texels
    ABI_UINT32 gridWidth;
    ABI_UINT32 isSphere; // images: weights are also multiplied by the sine of the polar angle in the middle of their
                         // row
};

// Specialisation constant ids, in addition to abi.h.
ABI_CONSTANT kIdWeighedChannels = kFirstFurtherId + 10; // channels of a texel, for its luminance

ABI_ASSERT(sizeof(DistributionPush) == 72 &&
           offsetof(DistributionPush, countAddress) == offsetof(ScanPush, countAddress) &&
           offsetof(DistributionPush, gridWidth) == offsetof(ScanPush, gridWidth));
ABI_END

#endif
