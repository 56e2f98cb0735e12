// Scans: prefix sums with any operator.
#ifndef VKSCAN_SCAN_H
#define VKSCAN_SCAN_H

#include <vkscan/custom.h>
#include <vkscan/export.h>
#include <vkscan/operation.h>

namespace vkscan {

constexpr uint32_t kMaxOrder = 16;
constexpr uint32_t kMaxTupleSize = 16;

struct ScanDesc {
    ElementType type = ElementType::U32;
    Op op = Op::Add;
    Kind kind = Kind::Inclusive;
    Direction direction = Direction::Forward;
    // How often the sum is applied: order q is q scans in a row. At most kMaxOrder; more than 1 with Op::Add only.
    // Integers are exact modulo 2^32 or 2^64. They take one pass over memory while order times tupleSize is at most 16;
    // beyond that, a pass takes the most orders that fit and divide the whole. Floats take one pass for each order.
    // Their error is at most q d u times the same sum of magnitudes, u being the rounding unit and d the longest chain
    // of additions. Maleki, Yang & Burtscher, "Higher-Order and Tuple-Based Massively-Parallel Prefix Sums", 2016.
    uint32_t order = 1;
    // Interleaved scans: element i belongs to scan i modulo tupleSize. At most kMaxTupleSize; the count need not be a
    // multiple.
    uint32_t tupleSize = 1;
    // Kernels of your own (custom.h) define the elements and how they combine: leave all fields above except kind and
    // direction at their defaults.
    CustomKernels kernels = {};

    Waiting waiting = Waiting::Auto;
    uint64_t maxCount = 0; // the largest count that will be recorded; 0: any

    // Floats have the same bits on every device, with either waiting and at every address: the order in which they are
    // combined depends only on the description and the count (docs/reproducible.md states it, and what it assumes of
    // devices; reference.h implements it on the CPU). Changes nothing for integers, which are exact in any order.
    // Arrays that are not aligned to 16 bytes are accessed element by element. Refused for floats with tuples or stored
    // in fewer bytes, and with kernels of your own.
    bool reproducible = false;

    // How the input and the output are stored in memory (types.h): U8, say, for bytes that are summed as U32. Initial
    // value and total are always of `type`. Refused with orders, tuples and kernels of your own.
    StoredType input = StoredType::Same;
    StoredType output = StoredType::Same;
};

struct ScanArgs {
    // `count` elements each. Equal addresses scan in place, if input and output store elements in the same number of
    // bytes; any other overlap is refused. With kernels of your own, elements are states, and arrays that kernels load
    // or store are optional: see custom.h.
    BufferRange input = {};
    BufferRange output = {};
    // Optional: the value that the scan starts from, of the scan's type. The default is the operator's identity. With
    // tuples, each scan starts from it. Refused with an order beyond 1.
    Scalar initial = {};
    // Parameters of kernels of your own; none without them.
    Parameters parameters = {};
    // Optional: receives one element for each of the tupleSize scans: the initial value and all elements combined. With
    // an order beyond 1: the last result if inclusive; the result of one more element if exclusive.
    BufferRange total = {};

    BufferRange scratch = {};     // scratchSize(count) bytes or more, aligned to 16; zeroed once, before its first use
    uint64_t count = 0;           // elements; with countBuffer, their maximum
    BufferRange countBuffer = {}; // optional: a 32-bit unsigned count that the device reads, clamped to `count`
    IndirectDispatch groups = {}; // optional, with countBuffer: starts only the workgroups that the count needs
    bool barrierBefore = false;   // also records a barrier after all earlier commands
    bool barrierAfter = false;    // also records a barrier before all later commands
};

// A compiled scan. Each pass over memory takes one dispatch in a single pass, two in two passes.
//
// Scratch: none up to a tile. S being the 32-bit words of order * tupleSize elements: 64 bytes and 16 S for each tile
// with a single pass, 8 bytes more with a recovery pass; or 8 S for each of at most 1,024 spans with two passes up to
// 2^28 elements. Limit: 2^35 elements or more; on lavapipe, with orders and tuples, 2^31 or more. Reproducible scans of
// floats have tiles of 32 KiB on every device: 2^33 - 2^17 elements of 32 bits or more, and on lavapipe 2^29.
class Scan : public ArrayOperationOf<ScanDesc, ScanArgs> {};

} // namespace vkscan

#endif
