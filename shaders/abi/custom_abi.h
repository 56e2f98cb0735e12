// Push constants and constants of users' kernels (ELEMENT_CUSTOM); abi.h has those of all kernels.
#ifndef VKSCAN_CUSTOM_ABI_H
#define VKSCAN_CUSTOM_ABI_H

#include "indirect_abi.h"

ABI_BEGIN

// Push constants. Fields have the names of ScanPush. Those up to totalAddress, and from head to spans, also have its
// offsets. The user's parameters follow.
struct ABI_NAME(CustomPush) {
    ABI_UINT64 inputAddress;
    ABI_UINT64 outputAddress;
    ABI_UINT64 scratchAddress;
    ABI_UINT64 maxCount;
    ABI_UINT64 countAddress;
    ABI_UINT64 totalAddress; // one state
    ABI_UINT64 segmentsAddress;
    ABI_UINT32 rowLength;
    ABI_UINT32 head; // 0 if elements are loaded and stored one by one
    ABI_UINT32 gridWidth;
    ABI_UINT32 spans;
    ABI_UINT32 rowPitch;
    ABI_UINT32 segmentCount;
};

// Push constants of selections. Fields have the names and offsets that ScanPush or SelectPush gives them.
struct ABI_NAME(CustomSelectPush) {
    ABI_UINT64 inputAddress;
    ABI_UINT64 outputAddress;
    ABI_UINT64 scratchAddress;
    ABI_UINT64 maxCount;
    ABI_UINT64 countAddress;
    ABI_UINT64 totalAddress; // one uint
    ABI_UINT64 indirectAddress;
    ABI_UINT32 capacity; // elements; ignored by kernels that define STORE
    ABI_UINT32 head;     // always 0
    ABI_UINT32 gridWidth;
    ABI_UINT32 spans;
    ABI_UINT32 divisor;
    ABI_UINT32 rounding;
};

// Push constants of top-k selections: TopKPush in fewer bytes, to make room for parameters. Addresses in temporary
// memory are offsets in units of 16 bytes. The common fields are at their places in ScanPush.
struct ABI_NAME(CustomTopKPush) {
    ABI_UINT64 temporaryAddress; // without temporary memory, any words
    ABI_UINT64 outputAddress;
    ABI_UINT64 valuesAddress; // only valid with sortedValuesAddress
    ABI_UINT32 maxCount;
    ABI_UINT32 flags; // kTopK..., and shares
    ABI_UINT64 countAddress;
    ABI_UINT64 indexAddress;
    ABI_UINT64 sortedValuesAddress;
    ABI_UINT32 k;
    ABI_UINT32 rowLength;
    ABI_UINT32 gridWidth;
    ABI_UINT32 rowPitch;
    ABI_UINT32 resultPitch;
    ABI_UINT32 step;
    ABI_UINT32 entriesOffset; // with rowLength, TopKPush::entriesAddress, low word
    ABI_UINT32 nextOffset;    // with rowLength, its high word
    ABI_UINT32 nextCapacity;
    ABI_UINT32 unused;
};
ABI_CONSTANT ABI_NAME(kTopKInverts) = 1;     // codes have all bits of keys inverted
ABI_CONSTANT ABI_NAME(kTopKFlipsSign) = 2;   // after that, codes have the highest bit inverted
ABI_CONSTANT ABI_NAME(kTopKSharesShift) = 2; // the bits above are the number of shares
ABI_CONSTANT ABI_NAME(kTopKParametersOffset) = 96;

ABI_CONSTANT ABI_NAME(kParametersOffset) = 80;
ABI_CONSTANT ABI_NAME(kExpandParametersOffset) = 96; // after ExpandPush and SuballocatePush

// A specialisation constant id of expansions: whether LOAD returns offsets instead of counts.
ABI_CONSTANT ABI_NAME(kIdLoadsOffsets) = ABI_NAME(kFirstFurtherId) + 10;

ABI_CONSTANT ABI_NAME(kMaxCustomStateWords) = 16; // words of 32 bits

// The stamp: the default of a specialisation constant that no host sets, from which the library reads the kind of a
// module. From the lowest bits on: words of the state, flags, version, words of the parameters, entry point. The
// version counts all changes on which kernels and library must agree. Its place never changes, so that all versions can
// read it. An entry point has four bits after the parameters and a fifth among the flags.
ABI_CONSTANT ABI_NAME(kIdStamp) = 1000;
ABI_CONSTANT ABI_NAME(kStampWords) = 63;
ABI_CONSTANT ABI_NAME(kStampEntryPointHigh) = 128;
ABI_CONSTANT ABI_NAME(kStampLoads) = 256;     // LOAD
ABI_CONSTANT ABI_NAME(kStampStores) = 512;    // STORE
ABI_CONSTANT ABI_NAME(kStampSegments) = 1024; // SEGMENTS
ABI_CONSTANT ABI_NAME(kStampHeads) = 2048;    // IS_HEAD
ABI_CONSTANT ABI_NAME(kStampSelects) = 4096;  // SELECTS
ABI_CONSTANT ABI_NAME(kStampVectors) = 8192;  // states are loaded and stored in vectors, like built-in elements
ABI_CONSTANT ABI_NAME(kStampSorts) = 16384;   // SORTS; the words of the state are a key's
ABI_CONSTANT ABI_NAME(kStampExpands) = 32768; // EXPANDS; the state is a count or an offset
ABI_CONSTANT ABI_NAME(kStampVersion) = 9;
ABI_CONSTANT ABI_NAME(kStampVersionShift) = 16;
ABI_CONSTANT ABI_NAME(kStampVersionMask) = 255;
ABI_CONSTANT ABI_NAME(kStampParametersShift) = 24;
ABI_CONSTANT ABI_NAME(kStampParametersMask) = 15;
ABI_CONSTANT ABI_NAME(kStampEntryPointShift) = 28;
ABI_CONSTANT ABI_NAME(kStampEntryPoints) = 16; // entry points from this value on have kStampEntryPointHigh

// Entry points that users' kernels are compiled with.
ABI_CONSTANT ABI_NAME(kEntryScanSpans) = 1;
ABI_CONSTANT ABI_NAME(kEntryScanSpine) = 2;
ABI_CONSTANT ABI_NAME(kEntryReduceSpans) = 3;
ABI_CONSTANT ABI_NAME(kEntryReduceSlots) = 4;
ABI_CONSTANT ABI_NAME(kEntryReduceSegments) = 5;
ABI_CONSTANT ABI_NAME(kEntryReduceSegmentSpans) = 6;
ABI_CONSTANT ABI_NAME(kEntryReduceSegmentEnds) = 7;
ABI_CONSTANT ABI_NAME(kEntryRadixSortSingle) = 8;
ABI_CONSTANT ABI_NAME(kEntryRadixSortCount) = 9;
ABI_CONSTANT ABI_NAME(kEntryRadixSortPass) = 10;
ABI_CONSTANT ABI_NAME(kEntryRadixSortScatter) = 11;
ABI_CONSTANT ABI_NAME(kEntryRadixSortSegments) = 12;
ABI_CONSTANT ABI_NAME(kEntryExpand) = 13;
ABI_CONSTANT ABI_NAME(kEntryRadixSortShort) = 14;
ABI_CONSTANT ABI_NAME(kEntryTopKSample) = 15;
ABI_CONSTANT ABI_NAME(kEntryTopKCollect) = 16;
ABI_CONSTANT ABI_NAME(kEntryTopKMerge) = 17;
ABI_CONSTANT ABI_NAME(kEntryTopKCount) = 18;
ABI_CONSTANT ABI_NAME(kEntryTopKFilter) = 19;
ABI_CONSTANT ABI_NAME(kEntryTopKRows) = 20;

ABI_ASSERT(sizeof(CustomPush) == kParametersOffset && sizeof(CustomSelectPush) == kParametersOffset &&
           offsetof(CustomPush, totalAddress) == 40 &&
           offsetof(CustomPush, gridWidth) == offsetof(ScanPush, gridWidth) &&
           offsetof(CustomSelectPush, gridWidth) == offsetof(ScanPush, gridWidth) &&
           sizeof(CustomTopKPush) == kTopKParametersOffset &&
           offsetof(CustomTopKPush, countAddress) == offsetof(ScanPush, countAddress) &&
           offsetof(CustomTopKPush, gridWidth) == offsetof(ScanPush, gridWidth));
ABI_END

#endif
