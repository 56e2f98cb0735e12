// Elements in memory of fewer bytes than an operation's type: how arrays are loaded and stored.
#ifndef VKSCAN_STORED_ABI_H
#define VKSCAN_STORED_ABI_H

#include "abi.h"

ABI_BEGIN

// Types of elements in memory, in the order of vkscan::StoredType.
ABI_CONSTANT ABI_NAME(kStoredSame) = 0;
ABI_CONSTANT ABI_NAME(kStoredU8) = 1;
ABI_CONSTANT ABI_NAME(kStoredI8) = 2;
ABI_CONSTANT ABI_NAME(kStoredU16) = 3;
ABI_CONSTANT ABI_NAME(kStoredI16) = 4;
ABI_CONSTANT ABI_NAME(kStoredF16) = 5;
ABI_CONSTANT ABI_NAME(kStoredU32) = 6;
ABI_CONSTANT ABI_NAME(kStoredI32) = 7;
ABI_CONSTANT ABI_NAME(kStoredF32) = 8;

// Specialisation constant ids, in addition to abi.h.
ABI_CONSTANT ABI_NAME(kIdOutputStored) = ABI_NAME(kFirstFurtherId) + 6;
ABI_CONSTANT ABI_NAME(kIdInputStored) = ABI_NAME(kFirstFurtherId) + 11;

ABI_END

#endif
