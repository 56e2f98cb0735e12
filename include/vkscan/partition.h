// Partition: the selected elements of an array before all others, or the two in arrays of their own.
#ifndef VKSCAN_PARTITION_H
#define VKSCAN_PARTITION_H

#include <vkscan/compact.h>

namespace vkscan {

// A partition is described like a compaction, but takes no kernels of your own.
using PartitionDesc = CompactDesc;

struct PartitionArgs {
    // As CompactArgs::input.
    BufferRange input = {};
    // Without `rest`: receives all elements, the selected ones first, both groups in their order. With `rest`: receives
    // the selected elements up to its capacity, as CompactArgs::output. If both are absent, elements are only counted.
    BufferRange output = {};
    // Optional: receives the elements that are not selected, in their order, up to its capacity. Elements are then
    // tested once; without it twice, since the others begin behind the last selected one.
    BufferRange rest = {};
    // As CompactArgs::tested and operand.
    BufferRange tested = {};
    Scalar operand = {};
    // As CompactArgs::selectedCount and indirect. The other elements are the rest of the count.
    BufferRange selectedCount = {};
    IndirectCount indirect = {};

    BufferRange scratch = {};     // scratchSize(count) bytes or more, aligned to 16; zeroed once, before its first use
    uint64_t count = 0;           // elements; with countBuffer, their maximum
    BufferRange countBuffer = {}; // optional: a 32-bit unsigned count that the device reads, clamped to `count`
    bool barrierBefore = false;   // also records a barrier behind all earlier commands
    bool barrierAfter = false;    // also records a barrier before all later commands
};

// A compiled partition. Dispatches with `rest`: one, or two with ReduceThenScan. Without `rest`: two, or three with
// ReduceThenScan; on devices without 64-bit atomics in buffers three, or four with SpineWithFallback.
//
// Scratch: 72 bytes and 32 for each tile (4,096 elements) with FlatSum and Spine; at most 16.5 KB with ReduceThenScan
// up to 2^28 elements. Limits are those of Compact.
class Partition : public ArrayOperationOf<PartitionDesc, PartitionArgs> {};

} // namespace vkscan

#endif
