// The stamp of a module with a user's kernel, by which the library knows whether the module fits (abi/custom_abi.h).
// Every module uses it, so that no optimiser drops it.
#ifndef VKSCAN_CUSTOM_STAMP
#define VKSCAN_CUSTOM_STAMP
#include "custom/rules.glsl"
#include "abi/custom_abi.h"

#if !defined(VKSCAN_ENTRY_POINT) // defined by the entry points that take such kernels
#define VKSCAN_ENTRY_POINT 0
#endif

const uint kStampFlags = 0
#if defined(LOAD)
    + kStampLoads
#endif
#if defined(STORE)
    + kStampStores
#endif
#if defined(SEGMENTS)
    + kStampSegments
#endif
#if defined(IS_HEAD)
    + kStampHeads
#endif
#if defined(SELECTS)
    + kStampSelects
#endif
#if defined(SORTS)
    + kStampSorts
#endif
#if defined(VKSCAN_IN_VECTORS)
    + kStampVectors
#endif
    ;
layout(constant_id = kIdStamp) const uint kStamp = VKSCAN_STATE_WORDS + kStampFlags +
    (kStampVersion << kStampVersionShift) + (VKSCAN_PARAMETER_WORDS << kStampParametersShift) +
    (VKSCAN_ENTRY_POINT << kStampEntryPointShift);
#endif
