// Runs of equal consecutive keys: the key, length and start of each, and its reduced or first value.
#ifndef VKSCAN_REDUCE_BY_KEY_H
#define VKSCAN_REDUCE_BY_KEY_H

#include <vkscan/export.h>
#include <vkscan/operation.h>

namespace vkscan {

// The value that each run keeps.
enum class RunValue {
    Reduced, // the combination of its values, in the order of memory
    First,   // unique by key: its first value; only the 16 bytes around first values are read
    None,    // run-length encoding: there are no values, and args.values and args.reduced must be absent
};

struct ReduceByKeyDesc {
    // Bytes: 4 or 8. Keys are equal if all their bits are, floats too: 0 and -0 differ, and a NaN equals a NaN of the
    // same bits.
    uint32_t keySize = 4;
    RunValue runValue = RunValue::Reduced;
    // Type of the values. First values are copied, whatever it is.
    ElementType type = ElementType::U32;
    // Combines values if they are reduced.
    Op op = Op::Add;

    Waiting waiting = Waiting::Auto;
    uint64_t maxCount = 0; // the largest count that will be recorded; 0: any
};

// The outputs are optional. `unique` alone drops the keys that equal the key before: "unique" in other libraries. The
// capacity is the number of runs for which `unique`, `reduced`, `lengths` and `starts` all have room, if given; later
// runs are dropped. No output may overlap another argument.
struct ReduceByKeyArgs {
    // `count` keys; aligned to the key.
    BufferRange input = {};
    // Required unless runValue is None: `count` values; aligned to the value.
    BufferRange values = {};
    // Receives the key of each run, in order; aligned to the key.
    BufferRange unique = {};
    // Receives the reduced or first value of each run; aligned to the value.
    BufferRange reduced = {};
    // Receives the number of elements of each run, as 32-bit unsigned integers; aligned to 4 bytes.
    BufferRange lengths = {};
    // Receives the index of each run's first element, as 32-bit unsigned integers; aligned to 4 bytes. Integers beyond
    // the last run, up to `count` + 1 in all, receive the number of elements. They can be passed as Segments::Offsets
    // (segments.h) of any segmentCount for which there is room.
    BufferRange starts = {};
    // Receives the number of runs, including those dropped, as a 32-bit unsigned integer.
    BufferRange runCount = {};
    // Receives the number of runs that are not dropped.
    IndirectCount indirect = {};

    BufferRange scratch = {};     // scratchSize(count) bytes or more, aligned to 16; zeroed once, before its first use
    uint64_t count = 0;           // elements; with countBuffer, their maximum
    BufferRange countBuffer = {}; // optional: a 32-bit unsigned count that the device reads, clamped to `count`
    IndirectDispatch groups = {}; // optional, with countBuffer: starts only the workgroups that the count needs
    bool barrierBefore = false;   // also records a barrier after all earlier commands
    bool barrierAfter = false;    // also records a barrier before all later commands
};

// A compiled reduction by key. A single pass takes one dispatch, which reads each key and value once; two passes take
// two, which read them twice. If `starts` are given, one more fills them. How operands are grouped depends on the
// count, the runs and the values' address modulo 16 bytes, never on timing: floats have the same bits in every run of
// the operation.
//
// Scratch: 64 bytes and 16 S for each tile (8 to 16 KB of values, or of keys without values) with a single pass, S
// being the 32-bit words of a value plus two; none up to a tile. Limit: 2^32 - 1 elements.
class ReduceByKey : public ArrayOperationOf<ReduceByKeyDesc, ReduceByKeyArgs> {};

} // namespace vkscan

#endif
