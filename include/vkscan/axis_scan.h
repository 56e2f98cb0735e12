// Scans and reductions along any axis of an array.
#ifndef VKSCAN_AXIS_SCAN_H
#define VKSCAN_AXIS_SCAN_H

#include <vkscan/export.h>
#include <vkscan/operation.h>

namespace vkscan {

struct AxisScanDesc {
    ElementType type = ElementType::U32;
    Op op = Op::Add;
    // Exclusive: the first result of a line, in scan order, is the operator's identity.
    Kind kind = Kind::Inclusive;
    // Backward: each line is scanned from its last element to its first one.
    Direction direction = Direction::Forward;

    uint64_t maxCount = 0; // the largest count that will be recorded; 0: any
};

// An array of shape (outer, extent, inner), the last index changing fastest. A line consists of the `extent` elements
// at one index of each of the other axes, `inner` elements apart. To scan axis k of a shape (s0, s1, ...), `extent` is
// sk, and `inner` the product of the sizes behind it.
struct AxisScanArgs {
    // `count` elements each. Equal addresses scan in place; any other overlap is refused. Without an output, only
    // totals are computed.
    BufferRange input = {};
    BufferRange output = {};
    // Optional with an output, otherwise required: receives the reduction of each line, in the shape (outer, inner).
    // The identity for lines without elements. Must not overlap another argument.
    BufferRange total = {};
    uint32_t extent = 0; // elements of a line, at least 1
    uint32_t inner = 1;  // elements from one of a line to the next, at least 1

    BufferRange scratch = {};     // scratchSize(count) bytes or more, aligned to 16; zeroed once, before its first use
    uint64_t count = 0;           // elements; the last slice of extent * inner may be cut short
    BufferRange countBuffer = {}; // optional: a 32-bit unsigned count that the device reads, clamped to `count`
    bool barrierBefore = false;   // also records a barrier after all earlier commands
    bool barrierAfter = false;    // also records a barrier before all later commands
};

// A compiled scan along an axis, without a transpose. It reads and writes memory once if lines are many; otherwise it
// takes two dispatches, and reads twice. Reductions alone always read once. No workgroup waits for another. How
// operands are grouped depends on the counts, the shape and the addresses modulo 16 bytes, never on timing: floats have
// the same bits in every run.
//
// It is made for an `inner` of 32 32-bit words or more. With less, rows of memory are short, and an `inner` of 1 is
// what SegmentedScan with Segments::Rows is for.
//
// Scratch: none if lines are many. Otherwise 64 bytes, and 8 for each 32-bit word of 128 bytes of elements, for up to
// twice the workgroups that fill the device: 0.3 MB on an H200. On lavapipe also 8 for each 32 words of the array.
// Limits: 2^31 elements in a line, 2^27 on devices that bound loops; 2^36 elements or more.
class AxisScan : public ArrayOperationOf<AxisScanDesc, AxisScanArgs> {};

} // namespace vkscan

#endif
