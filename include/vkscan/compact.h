// Stream compaction: writes the selected elements of an array, or their indices, side by side; optionally also the
// others.
#ifndef VKSCAN_COMPACT_H
#define VKSCAN_COMPACT_H

#include <vkscan/custom.h>
#include <vkscan/export.h>
#include <vkscan/operation.h>
#include <vkscan/select.h>

namespace vkscan {

struct CompactDesc {
    Predicate predicate = {};
    // Bytes: 1, 2 or a multiple of 4 up to kMaxElementSize; or kIndicesOnly.
    uint32_t elementSize = 4;
    // Also writes the elements that are not selected: see CompactArgs::rest. Not with kernels of your own.
    bool withRest = false;
    // Kernels of your own with SELECTS (custom.h) define the elements and the predicate: leave the fields above at
    // their defaults.
    CustomKernels kernels = {};

    Waiting waiting = Waiting::Auto;
    uint64_t maxCount = 0; // the largest count that will be recorded; 0: any
};

struct CompactArgs {
    // `count` elements, aligned to the largest power of two that divides elementSize, at most 16. Not read with
    // kIndicesOnly, unless its words are tested. With kernels of your own: see custom.h.
    BufferRange input = {};
    // Receives the selected elements in their order, aligned like the input; with kIndicesOnly, their indices, aligned
    // to 4 bytes. Its size is the capacity: elements beyond it are dropped. If absent, elements are only counted. Must
    // not overlap what is read. With `withRest` but without `rest`: receives the selected elements, followed by the
    // others, both in their order.
    BufferRange output = {};
    // Optional, needs `withRest`: receives the elements that are not selected, in their order, up to its capacity. Each
    // element is then tested once; without `rest` twice, since the others follow the last selected one.
    BufferRange rest = {};
    // Flags, or one word an element; aligned to 4 bytes. Optional if words are tested: the default is the input's
    // elements, which must have 4 bytes. Must be absent with kernels of your own.
    BufferRange tested = {};
    // AnyBit: the mask, a uint32_t. Comparisons: a value of the predicate's type. Must be absent with flags or kernels
    // of your own.
    Scalar operand = {};
    // Parameters of kernels of your own; none without them.
    Parameters parameters = {};
    // Optional: receives the number of selected elements, including those dropped, as a 32-bit unsigned integer.
    BufferRange selectedCount = {};
    // Optional: receives the number of selected elements written.
    IndirectCount indirect = {};

    BufferRange scratch = {};     // scratchSize(count) bytes or more, aligned to 16; zeroed once, before its first use
    uint64_t count = 0;           // elements; with countBuffer, their maximum
    BufferRange countBuffer = {}; // optional: a 32-bit unsigned count that the device reads, clamped to `count`
    IndirectDispatch groups = {}; // optional, with countBuffer: starts only the workgroups that the count needs
    bool barrierBefore = false;   // also records a barrier after all earlier commands
    bool barrierAfter = false;    // also records a barrier before all later commands
};

// A compiled compaction. Elements keep their order, so results are the same in every run. A single pass takes one
// dispatch, which reads each element once and writes each selected element once; two passes take two. With `withRest`
// but without `rest`, a single pass takes one more dispatch, which counts first; two more on devices without 64-bit
// atomics in buffers.
//
// Scratch: 64 bytes and 16 for each tile (4,096 elements) with a single pass; at most 8.3 KB with two passes up to 2^28
// elements; none up to a tile. With `withRest` twice that for each tile and 8 bytes more. Limit: 2^32 - 1 elements.
class Compact : public ArrayOperationOf<CompactDesc, CompactArgs> {};

} // namespace vkscan

#endif
