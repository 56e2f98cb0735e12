// Reductions: all elements combined into one, by any operator; optionally also the index of the least or greatest
// element.
#ifndef VKSCAN_REDUCE_H
#define VKSCAN_REDUCE_H

#include <vkscan/custom.h>
#include <vkscan/export.h>
#include <vkscan/operation.h>

namespace vkscan {

// The index if no element equals the result.
constexpr uint32_t kNoIndex = 0xffffffff;

struct ReduceDesc {
    ElementType type = ElementType::U32;
    Op op = Op::Add;
    // Also finds the index of the result: arg min with Op::Min, arg max with Op::Max. Refused with other operators.
    bool withIndex = false;
    // Kernels of your own (custom.h) define the elements and how they combine: leave the fields above at their
    // defaults. Elements are combined in their order.
    CustomKernels kernels = {};

    uint64_t maxCount = 0; // the largest count that will be recorded; 0: any

    // Floats have the same bits on every device: those of the total of a reproducible Scan (ScanDesc::reproducible) of
    // the same elements. Takes two dispatches. Changes nothing for integers, nor with an index: these results are exact
    // in any order. Refused with kernels of your own and for floats stored in fewer bytes.
    bool reproducible = false;

    // How the input is stored in memory (types.h): F16, say, for halves that are summed as F32. Initial value and
    // result are always of `type`. Refused with kernels of your own.
    StoredType input = StoredType::Same;
};

struct ReduceArgs {
    // `count` elements. With kernels of your own: see custom.h.
    BufferRange input = {};
    // Receives one element: the initial value and all elements combined. Without elements, it is the initial value.
    BufferRange result = {};
    // Required with withIndex, refused without. Receives the lowest index of the elements that equal the result, as a
    // 32-bit unsigned integer; kNoIndex without elements, or if the initial value is better than all elements. -0
    // equals +0. A NaN equals the identity, an infinity, which is the result if all elements are NaN.
    BufferRange index = {};
    // Optional: a value of the reduction's type that comes before the elements. The default is the operator's identity.
    // Must be absent with kernels of your own.
    Scalar initial = {};
    // Parameters of kernels of your own; none without them.
    Parameters parameters = {};

    BufferRange scratch = {};     // scratchSize(count) bytes or more, aligned to 16; zeroed once, before its first use
    uint64_t count = 0;           // elements; with countBuffer, their maximum
    BufferRange countBuffer = {}; // optional: a 32-bit unsigned count that the device reads, clamped to `count`
    bool barrierBefore = false;   // also records a barrier after all earlier commands
    bool barrierAfter = false;    // also records a barrier before all later commands
};

// A compiled reduction. It takes one dispatch if the device has 64-bit atomics in buffers; otherwise, and with kernels
// of your own, two. It needs no forward progress. How operands are grouped depends on the counts and on the input's
// address modulo 16 bytes (8 or 4, if elements are stored in fewer), never on timing: floats have the same bits in every
// run.
//
// Scratch: 64 bytes and 8 for each workgroup and each 32-bit word of an element and its index. There are at most 2,048
// workgroups up to 2^29 elements: 16.4 KB for 32-bit elements. Limit: 2^35 elements or more; 2^32 - 4 with the index.
// Reproducible reductions of floats: 1,024 workgroups up to 2^27 elements, and 32 further slots; limit 2^33 - 2^17
// elements or more, and on lavapipe 2^29.
class Reduce : public ArrayOperationOf<ReduceDesc, ReduceArgs> {};

} // namespace vkscan

#endif
