// What abi.h is to all kernels, for those that users write (ELEMENT_CUSTOM).
#ifndef VKSCAN_CUSTOM_ABI_H
#define VKSCAN_CUSTOM_ABI_H

#include "abi.h"

ABI_BEGIN

// Push constants. What they share with ScanPush has its name; up to totalAddress and from head to spans, its place, too.
// The user's parameters lie behind them.
struct CustomPush {
    ABI_UINT64 inputAddress;
    ABI_UINT64 outputAddress;
    ABI_UINT64 scratchAddress;
    ABI_UINT64 maxCount;
    ABI_UINT64 countAddress;
    ABI_UINT64 totalAddress; // of one state
    ABI_UINT64 segmentsAddress;
    ABI_UINT32 rowLength;
    ABI_UINT32 head; // 0 where elements are loaded and stored one by one
    ABI_UINT32 gridWidth;
    ABI_UINT32 spans;
    ABI_UINT32 rowPitch;
    ABI_UINT32 segmentCount;
};

// The same of selections. What is not ScanPush's is SelectPush's.
struct CustomSelectPush {
    ABI_UINT64 inputAddress;
    ABI_UINT64 outputAddress;
    ABI_UINT64 scratchAddress;
    ABI_UINT64 maxCount;
    ABI_UINT64 countAddress;
    ABI_UINT64 totalAddress; // of a count
    ABI_UINT64 indirectAddress;
    ABI_UINT32 capacity; // elements; of kernels that store by themselves, no bound
    ABI_UINT32 head;     // 0
    ABI_UINT32 gridWidth;
    ABI_UINT32 spans;
    ABI_UINT32 divisor;
    ABI_UINT32 roundUp;
};
ABI_CONSTANT kParametersOffset = 80;

ABI_CONSTANT kMaxCustomStateWords = 16; // of 32 bits

// By the default of a specialisation constant that no host sets, a module tells of itself: a bit set, with the words of
// its state in the lowest bits and the version of all that a kernel and the library must agree on in the highest.
ABI_CONSTANT kIdStamp = 1000;
ABI_CONSTANT kStampVersion = 3;
ABI_CONSTANT kStampVersionShift = 16;
ABI_CONSTANT kStampWords = 255;
ABI_CONSTANT kStampLoads = 256;     // by itself, and so
ABI_CONSTANT kStampStores = 512;
ABI_CONSTANT kStampSegments = 1024; // scans segments
ABI_CONSTANT kStampHeads = 2048;    // tells by itself where these begin
ABI_CONSTANT kStampSelects = 4096;
ABI_CONSTANT kStampVectors = 8192;  // loads and stores states as built-in elements are
ABI_CONSTANT kStampSorts = 16384;   // the words of its state are those of a key

#ifdef __cplusplus
static_assert(sizeof(CustomPush) == kParametersOffset && sizeof(CustomSelectPush) == kParametersOffset &&
                  offsetof(CustomPush, totalAddress) == 40 &&
                  offsetof(CustomPush, gridWidth) == offsetof(ScanPush, gridWidth) &&
                  offsetof(CustomSelectPush, gridWidth) == offsetof(ScanPush, gridWidth),
              "GLSL's scalar layout of the same structs");
#endif
ABI_END

#endif
