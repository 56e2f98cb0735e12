// The contract of abi.h for kernels that users write (ELEMENT_CUSTOM).
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

// Push constants of selections. Names and places are those of ScanPush or SelectPush.
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

// The default of a specialisation constant that no host sets, by which a module tells of itself: the words of its state in
// the lowest bits, a bit set, the version of all that a kernel and the library must agree on, the words of its parameters,
// and its entry point. The version stays where it is, so that all versions know each other.
ABI_CONSTANT kIdStamp = 1000;
ABI_CONSTANT kStampWords = 255;
ABI_CONSTANT kStampLoads = 256;     // by itself, and so
ABI_CONSTANT kStampStores = 512;
ABI_CONSTANT kStampSegments = 1024; // scans segments
ABI_CONSTANT kStampHeads = 2048;    // tells by itself where these begin
ABI_CONSTANT kStampSelects = 4096;
ABI_CONSTANT kStampVectors = 8192;  // loads and stores states as built-in elements are
ABI_CONSTANT kStampSorts = 16384;   // the words of its state are those of a key
ABI_CONSTANT kStampVersion = 4;
ABI_CONSTANT kStampVersionShift = 16;
ABI_CONSTANT kStampVersionMask = 255;
ABI_CONSTANT kStampParametersShift = 24;
ABI_CONSTANT kStampParametersMask = 15;
ABI_CONSTANT kStampEntryPointShift = 28;

// Entry points that take kernels of a user's.
ABI_CONSTANT kEntryScanSpans = 1;
ABI_CONSTANT kEntryScanSpine = 2;
ABI_CONSTANT kEntryReduceSpans = 3;
ABI_CONSTANT kEntryReduceSlots = 4;
ABI_CONSTANT kEntryReduceSegments = 5;
ABI_CONSTANT kEntryReduceSegmentSpans = 6;
ABI_CONSTANT kEntryReduceSegmentEnds = 7;
ABI_CONSTANT kEntryRadixSortSingle = 8;
ABI_CONSTANT kEntryRadixSortCount = 9;
ABI_CONSTANT kEntryRadixSortPass = 10;
ABI_CONSTANT kEntryRadixSortScatter = 11;
ABI_CONSTANT kEntryRadixSortSegments = 12;

#ifdef __cplusplus
static_assert(sizeof(CustomPush) == kParametersOffset && sizeof(CustomSelectPush) == kParametersOffset &&
                  offsetof(CustomPush, totalAddress) == 40 &&
                  offsetof(CustomPush, gridWidth) == offsetof(ScanPush, gridWidth) &&
                  offsetof(CustomSelectPush, gridWidth) == offsetof(ScanPush, gridWidth),
              "GLSL's scalar layout of the same structs");
#endif
ABI_END

#endif
