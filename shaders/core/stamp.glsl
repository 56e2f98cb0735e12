// What a module of a user's kernel tells the library of itself, so that it knows whether the module fits. Code that every
// module has uses it, lest an optimiser drops it.
#include "core/common.glsl" // which may include a user's kernel, which includes this file
#ifndef VKSCAN_CORE_STAMP
#define VKSCAN_CORE_STAMP

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
#if !defined(ELEMENTS_ALONE)
    + kStampVectors
#endif
    ;
layout(constant_id = kIdStamp) const uint kStamp =
    (kStampVersion << kStampVersionShift) + kStampFlags + VKSCAN_STATE_WORDS;
#endif
