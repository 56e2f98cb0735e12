// Push constants of kernels/expand.comp.
#ifndef VKSCAN_EXPAND_ABI_H
#define VKSCAN_EXPAND_ABI_H

#include "indirect_abi.h"

ABI_BEGIN

// The common fields are at their places in ScanPush. Parameters of a user's kernel follow.
struct ABI_NAME(ExpandPush) {
    ABI_UINT64 inputAddress;    // the sources' offsets, a uint each
    ABI_UINT64 outputAddress;   // each element's source, a uint each
    ABI_UINT64 ranksAddress;    // a uint each
    ABI_UINT64 maxCount;        // sources: the count itself, unless countAddress holds a smaller one
    ABI_UINT64 countAddress;    // one uint; with kPresent
    ABI_UINT64 totalAddress;    // receives the total
    ABI_UINT64 sumAddress;      // holds the total; 0: the total follows the last offset
    ABI_UINT32 capacity;        // elements
    ABI_UINT32 head;            // elements missing in the first vector of 16 bytes of the output; 0 with STORE
    ABI_UINT32 gridWidth;       // workgroups along x
    ABI_UINT32 steps;           // steps of a subgroup
    ABI_UINT64 indirectAddress; // one uint, or two
    ABI_UINT32 divisor;         // divides the number of elements written
    ABI_UINT32 rounding;        // kIndirect...
};

ABI_ASSERT(sizeof(ExpandPush) == 88 && offsetof(ExpandPush, head) == offsetof(ScanPush, head) &&
           offsetof(ExpandPush, gridWidth) == offsetof(ScanPush, gridWidth));
ABI_END

#endif
