// What abi.h is to all kernels, for those of selections (TILE_SELECT).
#ifndef VKSCAN_SELECT_ABI_H
#define VKSCAN_SELECT_ABI_H

#include "abi.h"

ABI_BEGIN

// Push constants. What they share with ScanPush has its name and place.
struct SelectPush {
    ABI_UINT64 inputAddress; // of what is moved
    ABI_UINT64 outputAddress;
    ABI_UINT64 scratchAddress;
    ABI_UINT64 maxCount;
    ABI_UINT64 countAddress;
    ABI_UINT64 totalAddress;    // of a count
    ABI_UINT64 indirectAddress; // of one uint
    ABI_UINT32 operand;         // of the test
    ABI_UINT32 head;            // 0
    ABI_UINT32 gridWidth;
    ABI_UINT32 spans;
    ABI_UINT64 testedAddress; // of flags, or of words; the input's, where these are what is moved
    ABI_UINT64 restAddress;   // of bucket 1, where not in the output
    ABI_UINT32 capacity;      // elements
    ABI_UINT32 restCapacity;
    ABI_UINT32 divisor; // of the indirect count, which is rounded up if roundUp is 1
    ABI_UINT32 roundUp;
    // Where in the output buckets begin, but the first, a word of scratch each; with kPresent, without which all begin at
    // its beginning.
    ABI_UINT64 startsAddress;
    ABI_UINT64 newStartsAddress; // receives them
};

// Specialisation constant ids, behind those of network_abi.h.
ABI_CONSTANT kIdTest = kIdMethod + 7;
ABI_CONSTANT kIdTestType = kIdMethod + 8;
ABI_CONSTANT kIdPayloadWords = kIdMethod + 9;

// How a selection finds an element's bucket, 0 if it is selected and else 1: in the order of vkscan::Condition.
ABI_CONSTANT kTestFlagBits = 0;
ABI_CONSTANT kTestFlagBytes = 1;
ABI_CONSTANT kTestFlagWords = 2;
ABI_CONSTANT kTestAnyBit = 3;
ABI_CONSTANT kTestEqual = 4;
ABI_CONSTANT kTestNotEqual = 5;
ABI_CONSTANT kTestLess = 6;
ABI_CONSTANT kTestLessEqual = 7;
ABI_CONSTANT kTestGreater = 8;
ABI_CONSTANT kTestGreaterEqual = 9;

ABI_CONSTANT kMaxSelectRows = 8; // of vectors, whose flag bits fill no more words than there are lanes

#ifdef __cplusplus
static_assert(sizeof(SelectPush) == 120 && offsetof(SelectPush, testedAddress) == 72 &&
                  offsetof(SelectPush, startsAddress) == 104 &&
                  offsetof(SelectPush, gridWidth) == offsetof(ScanPush, gridWidth),
              "GLSL's scalar layout of the same struct");
#endif
ABI_END

#endif
