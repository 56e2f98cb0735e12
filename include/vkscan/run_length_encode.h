// Run-length encoding: the element, length and start of each run of equal consecutive elements.
#ifndef VKSCAN_RUN_LENGTH_ENCODE_H
#define VKSCAN_RUN_LENGTH_ENCODE_H

#include <vkscan/export.h>
#include <vkscan/operation.h>

namespace vkscan {

struct RunLengthEncodeDesc {
    // Bytes: 4 or 8. Elements are equal if all their bits are, floats too: 0 and -0 differ, and a NaN equals a NaN of
    // the same bits.
    uint32_t elementSize = 4;

    Waiting waiting = Waiting::Auto;
    uint64_t maxCount = 0; // the largest count that will be recorded; 0: any
};

// The outputs are optional. With `unique` alone, elements that equal the element before are dropped: "unique" in other
// libraries. The capacity is the number of runs for which each of `unique`, `lengths` and `starts` that is given has
// room; later runs are dropped. No output may overlap another argument.
struct RunLengthEncodeArgs {
    // `count` elements.
    BufferRange input = {};
    // Receives the element of each run, in order; aligned to the element.
    BufferRange unique = {};
    // Receives the number of elements of each run, as 32-bit unsigned integers; aligned to 4 bytes.
    BufferRange lengths = {};
    // Receives the index of each run's first element, as 32-bit unsigned integers; aligned to 4 bytes. What there is
    // room for behind the starts of all runs, up to `count` + 1 of these integers, receives the number of elements,
    // where the last run ends: so they are Segments::Offsets (segments.h) of any segmentCount for which there is room.
    BufferRange starts = {};
    // Receives the number of runs, including those dropped, as a 32-bit unsigned integer.
    BufferRange runCount = {};
    // Receives the number of runs that are not dropped.
    IndirectCount indirect = {};

    BufferRange scratch = {};     // scratchSize(count) bytes or more, aligned to 16; zeroed once, before its first use
    uint64_t count = 0;           // elements; with countBuffer, their maximum
    BufferRange countBuffer = {}; // optional: a 32-bit unsigned count that the device reads, clamped to `count`
    bool barrierBefore = false;   // also records a barrier behind all earlier commands
    bool barrierAfter = false;    // also records a barrier before all later commands
};

// A compiled run-length encoding. Results are the same in every run. A single pass takes one dispatch, which reads
// each element once; two passes take two, which read each element twice. One more fills `starts`, if they are
// given.
//
// Scratch: 64 bytes and 32 for each tile (16 KB of elements) with a single pass; at most 16.4 KB with
// two passes up to 2^27 elements; none up to a tile. Limit: 2^32 - 1 elements.
class RunLengthEncode : public ArrayOperationOf<RunLengthEncodeDesc, RunLengthEncodeArgs> {};

} // namespace vkscan

#endif
