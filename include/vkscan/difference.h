// Finite differences: the inverse of an inclusive sum.
#ifndef VKSCAN_DIFFERENCE_H
#define VKSCAN_DIFFERENCE_H

#include <vkscan/export.h>
#include <vkscan/scan.h>

namespace vkscan {

// Order q and tuple size s: q times in a row, each element less the element s before it; elements before the first
// count as 0. For integers, which wrap around, this is the inverse of the inclusive Add scan of the same order and
// tuple size; for floats only if nothing is rounded. Delta encoding is order 1. Higher orders predict from polynomials,
// and tuples keep interleaved channels apart. Maleki, Yang & Burtscher, "Higher-Order and Tuple-Based
// Massively-Parallel Prefix Sums", PLDI 2016.
struct DifferenceDesc {
    ElementType type = ElementType::U32;
    // 1 to kMaxOrder.
    uint32_t order = 1;
    // 1 to kMaxTupleSize. Need not divide the count.
    uint32_t tupleSize = 1;

    uint64_t maxCount = 0; // the largest count that will be recorded; 0: any
};

struct DifferenceArgs {
    // `count` elements each. They must not overlap.
    BufferRange input = {};
    BufferRange output = {};

    uint64_t count = 0;           // elements; with countBuffer, their maximum
    BufferRange countBuffer = {}; // optional: a 32-bit unsigned count that the device reads, clamped to `count`
    bool barrierBefore = false;   // also records a barrier behind all earlier commands
    bool barrierAfter = false;    // also records a barrier before all later commands
};

// A compiled difference: one dispatch, which passes over memory once, whatever the order. Floats have the bits of
// `order` serial passes by the device's subtraction.
//
// Scratch: none. Limit: 2^40 elements or more.
class Difference : public ArrayOperationOf<DifferenceDesc, DifferenceArgs> {};

} // namespace vkscan

#endif
