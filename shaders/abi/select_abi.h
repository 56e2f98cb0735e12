// Push constants and constants of selections (TILE_SELECT); abi.h has those of all kernels.
#ifndef VKSCAN_SELECT_ABI_H
#define VKSCAN_SELECT_ABI_H

#include "indirect_abi.h"

ABI_BEGIN

// Push constants. Fields with names of ScanPush have its offsets.
struct SelectPush {
    ABI_UINT64 inputAddress; // elements that are moved
    ABI_UINT64 outputAddress;
    ABI_UINT64 scratchAddress;
    ABI_UINT64 maxCount;
    ABI_UINT64 countAddress;
    ABI_UINT64 totalAddress;    // one uint
    ABI_UINT64 indirectAddress; // one uint, or two
    ABI_UINT32 operand;         // operand of the test
    ABI_UINT32 head;            // always 0
    ABI_UINT32 gridWidth;
    ABI_UINT32 spans;
    ABI_UINT64 testedAddress; // flags or words that are tested; may be the input
    ABI_UINT64 restAddress;   // receives bucket 1, unless that is in the output
    ABI_UINT32 capacity;      // elements
    ABI_UINT32 restCapacity;
    ABI_UINT32 divisor;  // divides the indirect count
    ABI_UINT32 rounding; // kIndirect...
    // Beginnings of buckets in the output, except the first: a scratch word each; without kPresent, all are 0.
    ABI_UINT64 startsAddress;
    ABI_UINT64 newStartsAddress; // receives the beginnings of buckets
};

// Specialisation constant ids.
ABI_CONSTANT kIdTest = kFirstFurtherId + 7;
ABI_CONSTANT kIdTestType = kFirstFurtherId + 8;
ABI_CONSTANT kIdPayloadWords = kFirstFurtherId + 9;

// Tests that select an element: bucket 0 receives the selected ones and bucket 1 the rest. In the order of
// vkscan::Condition.
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

ABI_CONSTANT kMaxSelectRows = 8; // rows of vectors: flag bits of more rows would fill more words than there are lanes

ABI_ASSERT(sizeof(SelectPush) == 120 && offsetof(SelectPush, testedAddress) == 72 &&
           offsetof(SelectPush, startsAddress) == 104 &&
           offsetof(SelectPush, gridWidth) == offsetof(ScanPush, gridWidth));
ABI_END

#endif
