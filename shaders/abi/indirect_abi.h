// How a count becomes a field of an indirect command; abi.h has what all kernels share.
#ifndef VKSCAN_INDIRECT_ABI_H
#define VKSCAN_INDIRECT_ABI_H

#include "abi.h"

ABI_BEGIN

// Bits of `rounding` in push constants.
ABI_CONSTANT ABI_NAME(kIndirectUp) = 1;    // the quotient is rounded up
ABI_CONSTANT ABI_NAME(kIndirectFolds) = 2; // it is a dispatch's workgroups, in x and y

ABI_END

#endif
