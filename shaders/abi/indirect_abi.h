// How a count becomes a field of an indirect command; abi.h has the constants of all kernels.
#ifndef VKSCAN_INDIRECT_ABI_H
#define VKSCAN_INDIRECT_ABI_H

#include "abi.h"

ABI_BEGIN

// Bits of `rounding` in push constants; the addend is above them.
ABI_CONSTANT ABI_NAME(kIndirectUp) = 1;    // the quotient is rounded up
ABI_CONSTANT ABI_NAME(kIndirectFolds) = 2; // it is folded into the x and y of a dispatch
ABI_CONSTANT ABI_NAME(kIndirectAddendShift) = 2;

ABI_END

#endif
