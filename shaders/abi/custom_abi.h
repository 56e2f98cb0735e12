// What abi.h is to all kernels, for those that users write (TILE_CUSTOM).
#ifndef VKSCAN_CUSTOM_ABI_H
#define VKSCAN_CUSTOM_ABI_H

#include "abi.h"

ABI_BEGIN

// Push constants. What they share with ScanPush has its name and place. The user's parameters lie behind them.
struct CustomPush {
    ABI_UINT64 inputAddress;
    ABI_UINT64 outputAddress;
    ABI_UINT64 scratchAddress;
    ABI_UINT64 maxCount;
    ABI_UINT64 countAddress;
    ABI_UINT64 totalAddress; // of one state
    ABI_UINT64 unused;
    ABI_UINT32 unusedToo;
    ABI_UINT32 head; // 0
    ABI_UINT32 gridWidth;
    ABI_UINT32 spans;
};
ABI_CONSTANT kParametersOffset = 72;

ABI_CONSTANT kMaxCustomStateWords = 16; // of 32 bits

// By the default of a specialisation constant that no host sets, a module tells of itself: a bit set, with the words of
// its state in the lowest bits and the version of all that a kernel and the library must agree on in the highest.
ABI_CONSTANT kIdStamp = 1000;
ABI_CONSTANT kStampVersion = 1;
ABI_CONSTANT kStampVersionShift = 16;
ABI_CONSTANT kStampLoads = 256;
ABI_CONSTANT kStampStores = 512;
ABI_CONSTANT kStampWords = 255;

#ifdef __cplusplus
static_assert(sizeof(CustomPush) == kParametersOffset && offsetof(CustomPush, totalAddress) == 40 &&
                  offsetof(CustomPush, gridWidth) == offsetof(ScanPush, gridWidth),
              "GLSL's scalar layout of the same struct");
#endif
ABI_END

#endif
