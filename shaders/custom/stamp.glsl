// The stamp of a module with a user's kernel, which tells the library whether the module fits (abi/custom_abi.h). Every
// module uses it, so that no optimiser drops it.
#ifndef VKSCAN_CUSTOM_STAMP
#define VKSCAN_CUSTOM_STAMP
#include "custom/rules.glsl"
#include "abi/custom_abi.h"

#if !defined(VKSCAN_ENTRY_POINT) // defined by entry points for users' kernels
#define VKSCAN_ENTRY_POINT 0
#endif

const uint vkscan_kStampFlags = 0
#if defined(LOAD)
    + vkscan_kStampLoads
#endif
#if defined(STORE)
    + vkscan_kStampStores
#endif
#if defined(SEGMENTS)
    + vkscan_kStampSegments
#endif
#if defined(IS_HEAD)
    + vkscan_kStampHeads
#endif
#if defined(SELECTS)
    + vkscan_kStampSelects
#endif
#if defined(SORTS)
    + vkscan_kStampSorts
#endif
#if defined(EXPANDS)
    + vkscan_kStampExpands
#endif
#if defined(VKSCAN_IN_VECTORS)
    + vkscan_kStampVectors
#endif
    ;
layout(constant_id = vkscan_kIdStamp) const uint vkscan_kStamp = VKSCAN_STATE_WORDS + vkscan_kStampFlags +
    (vkscan_kStampVersion << vkscan_kStampVersionShift) + (VKSCAN_PARAMETER_WORDS << vkscan_kStampParametersShift) +
    (VKSCAN_ENTRY_POINT % vkscan_kStampEntryPoints << vkscan_kStampEntryPointShift) +
    VKSCAN_ENTRY_POINT / vkscan_kStampEntryPoints * vkscan_kStampEntryPointHigh;
#endif
