// Push constants of distributions; abi.h has the constants of all kernels.
#ifndef VKSCAN_DISTRIBUTION_ABI_H
#define VKSCAN_DISTRIBUTION_ABI_H

#include "abi.h"

ABI_BEGIN

// Push constants. Fields that ScanPush has, too, have the same names and offsets. Alias tables take the same ones: the
// first dispatch reads sums of elements from inputAddress and of rows from totalAddress, and writes integer sums to
// outputAddress, whence the second reads them.
struct DistributionPush {
    ABI_UINT64 inputAddress;  // weights, one float each; of an image, any as many
    ABI_UINT64 outputAddress; // sums, one float each
    ABI_UINT64 reserved0;
    ABI_UINT64 maxCount;
    ABI_UINT64 countAddress;
    ABI_UINT64 totalAddress; // a float for each row, its total; 0: not stored
    ABI_UINT32 rowLength;
    ABI_UINT32 rowCount;
    ABI_UINT32 maxWeight;  // a float's bits; more counts as this
    ABI_UINT32 texelScale; // a float's bits, by which texels of the image are multiplied; 0: weights are no texels
    ABI_UINT32 gridWidth;
    ABI_UINT32 isSphere; // of an image: weights are multiplied by the sine of the polar angle at the row's middle, too
};

ABI_ASSERT(sizeof(DistributionPush) == 72 &&
           offsetof(DistributionPush, countAddress) == offsetof(ScanPush, countAddress) &&
           offsetof(DistributionPush, gridWidth) == offsetof(ScanPush, gridWidth));
ABI_END

#endif
