// Expansion (load balancing): sources of different sizes share an array. Each element receives its source and its rank
// there.
#ifndef VKSCAN_EXPAND_H
#define VKSCAN_EXPAND_H

#include <vkscan/custom.h>
#include <vkscan/export.h>
#include <vkscan/operation.h>
#include <vkscan/suballocate.h> // kMaxCapacity

namespace vkscan {

struct ExpandDesc {
    bool fromOffsets = false; // offsets are given; otherwise they are summed from counts
    // Kernels of your own with EXPANDS (custom.h): LOAD returns the counts, or the offsets with fromOffsets; STORE
    // receives each element.
    CustomKernels kernels = {};

    Waiting waiting = Waiting::Auto;
    uint64_t maxCount = 0; // the largest count of sources that will be recorded; 0: any
};

struct ExpandArgs {
    // Elements of each source: `count` 32-bit unsigned integers, aligned to 4 bytes. Absent with fromOffsets. custom.h
    // states which arrays may be absent with LOAD or STORE of your own.
    BufferRange counts = {};
    // The index of each source's first element and, last, the total: `count` + 1 ascending 32-bit unsigned integers
    // that begin with 0, aligned to 4 bytes. With fromOffsets they are read, and the count of countBuffer specifies
    // which one is last. Otherwise they are received: sources beyond the count of countBuffer have no elements, so
    // their offsets are the total. Sums saturate at 2^32 - 1. Equal addresses replace counts by offsets; any other
    // overlap is refused. With a `count` of 0, they may be absent.
    BufferRange offsets = {};
    // Optional: receives the index of each element's source, as 32-bit unsigned integers. Aligned to 4 bytes.
    BufferRange output = {};
    // Optional: receives each element's index in its source, its rank, as 32-bit unsigned integers. Aligned to 4 bytes.
    BufferRange index = {};
    // Parameters of kernels of your own, at most kMaxSortParameterBytes; none without them.
    Parameters parameters = {};
    // Maximum number of elements written. Clamped to kMaxCapacity and, except with STORE, to the elements that `output`
    // and `index` have room for. A source that ends beyond it is left out, and so are all later sources.
    uint32_t capacity = kMaxCapacity;
    // Optional: receives the sum of all counts as a 32-bit unsigned integer, whatever the capacity.
    BufferRange total = {};
    // Optional: receives the number of elements written: those of the sources that fit.
    IndirectCount indirect = {};

    BufferRange scratch = {};     // scratchSize(count) bytes or more, aligned to 16; zeroed once, before its first use
    uint64_t count = 0;           // sources; with countBuffer, their maximum
    BufferRange countBuffer = {}; // optional: a 32-bit unsigned count that the device reads, clamped to `count`
    bool barrierBefore = false;   // also records a barrier after all earlier commands
    bool barrierAfter = false;    // also records a barrier before all later commands
};

// A compiled expansion. One dispatch reads each offset once and writes each element once; if counts are given, an
// exclusive sum by the kernels of Suballocate precedes it. The dispatch covers the capacity, so a capacity far beyond
// the total takes time. Baxter, "Modern GPU", 2013, "Load-Balancing Search".
//
// Scratch: that of a Scan of U32; with fromOffsets none, or 64 bytes with kernels of your own. Counts: up to 2^32 -
// 2^16, less on lavapipe.
class Expand : public ArrayOperationOf<ExpandDesc, ExpandArgs> {};

} // namespace vkscan

#endif
