// Radix sort: the keys of an array in order, with their values or the permutation.
#ifndef VKSCAN_RADIX_SORT_H
#define VKSCAN_RADIX_SORT_H

#include <vkscan/custom.h>
#include <vkscan/export.h>
#include <vkscan/operation.h>

namespace vkscan {

// RadixSortDesc::endBit: keys are sorted by all bits from firstBit on.
constexpr uint32_t kAllBits = 0xffffffff;

struct RadixSortDesc {
    // Type of the keys. Floats are in total order: NaNs with the sign bit set, -infinity, negative numbers, -0, +0,
    // positive numbers, infinity, other NaNs; NaNs among themselves by their bits. F64 needs no device feature.
    ElementType type = ElementType::U32;
    // Largest keys first. Equal keys keep the order of the input in both directions.
    bool descending = false;
    // Bytes of the value that goes with each key: 0 (no values), 4, 8 or 16.
    uint32_t valueSize = 0;
    // sortedValues receives the permutation: the index in the input of each key in the output. Needs a valueSize of 0.
    bool withIndex = false;
    // Keys are compared by their bits [firstBit, endBit) only; bit 0 is the lowest. Each 8 bits take a pass over
    // memory. Without any bits, the input is copied. For signed integers and floats, these are the bits of the unsigned
    // integer that is ordered like the key: the sign bit is inverted and, for negative floats, all other bits are too.
    uint32_t firstBit = 0;
    uint32_t endBit = kAllBits;
    // Sorts each segment of the array on its own: see RadixSortArgs::segments. Takes Auto or ReduceThenScan.
    bool segmented = false;
    // Kernels of your own with SORTS (custom.h) load the keys or store the results. `type` specifies how keys are
    // ordered; U16 is refused. With STORE, values have at most 4 bytes.
    CustomKernels kernels = {};

    Strategy strategy = Strategy::Auto; // or SingleWorkgroup, Spine, ReduceThenScan, SpineWithFallback
    bool assumeForwardProgress = false; // allows Spine on drivers that are not listed
    uint64_t maxCount = 0;              // the largest count that will be recorded; 0: any
};

// No output may overlap another argument.
struct RadixSortArgs {
    // `count` keys. Not written. With kernels of your own: see custom.h for input and outputs.
    BufferRange input = {};
    // Receives the sorted keys. Optional with withIndex. With 16-bit keys, the 4-byte words that contain the first and
    // the last key must not be written by others at the same time.
    BufferRange output = {};
    // With a valueSize: the value of each key, aligned to valueSize. Not written.
    BufferRange values = {};
    // With a valueSize: receives the values in the order of the output. With withIndex: receives 32-bit indices.
    BufferRange sortedValues = {};
    // Parameters of kernels of your own, at most kMaxSortParameterBytes; none without them.
    Parameters parameters = {};
    // Segmented sorts: segmentCount + 1 indices, as Segments::Offsets (segments.h), aligned to 4 bytes.
    BufferRange segments = {};
    uint32_t segmentCount = 0;
    // Keys and values between two passes: temporarySize(count) bytes or more, aligned to 16, of any contents. Must not
    // be shared by operations that may run concurrently.
    BufferRange temporary = {};

    BufferRange scratch = {};     // scratchSize(count) bytes or more, aligned to 16; zeroed once, before its first use
    uint64_t count = 0;           // keys; with countBuffer, their maximum
    BufferRange countBuffer = {}; // optional: a 32-bit unsigned count that the device reads, clamped to `count`
    bool barrierBefore = false;   // also records a barrier behind all earlier commands
    bool barrierAfter = false;    // also records a barrier before all later commands
};

// A compiled radix sort: stable, by 8 bits a pass, the lowest first. Results are the same in every run.
//
// SingleWorkgroup sorts keys that fit the registers of one workgroup, up to 4,096, in one dispatch; on lavapipe 2,048.
// Spine, Auto's choice on listed drivers, counts all digits first, in one dispatch up to 64 tiles of 4,096 keys and in
// two beyond. Then each pass is one dispatch, which reads and writes each key once. Adinets & Merrill, "Onesweep: A
// Faster Least Significant Digit Radix Sort for GPUs", 2022. ReduceThenScan takes two dispatches a pass and runs on any
// device. Merrill & Grimshaw, "High Performance and Scalable Radix Sorting", 2011. SpineWithFallback is Spine with
// short waits, and a dispatch behind each pass, which sorts the tiles that gave up, or ends at once. Elsewhere Auto
// takes it from 2^18 keys on, and ReduceThenScan below.
//
// If no two keys differ in the 8 bits of a pass, its dispatches end at once, except with SingleWorkgroup, segments and,
// with Spine and SpineWithFallback, up to 64 tiles. A segmented sort sorts all segments that fit a tile in one
// dispatch; the passes of ReduceThenScan sort longer ones.
//
// Scratch: SingleWorkgroup none. Spine 2 KB for each tile and 32 KB for each pass, with 2^20 keys of 32 bits 0.69 MB;
// SpineWithFallback 8 bytes a tile more. ReduceThenScan at most 0.53 MB up to 2^28 keys (on lavapipe 2^25). Segmented
// 0.63 bytes a key, on lavapipe 1.14. A pass of Spine counts as two of the 2^32 - 1 runs after which scratch must be
// zeroed again. Limit: 2^32 - 2^16 keys; less with SingleWorkgroup and, segmented, on lavapipe.
class RadixSort : public ArrayOperationOf<RadixSortDesc, RadixSortArgs> {
public:
    // Bytes of `temporary` that suffice for every count up to maxCount; monotone in maxCount. One array of keys and one
    // of values; with withIndex two of keys; with kernels that store, two of both; 0 if one pass or one workgroup sorts
    // everything.
    [[nodiscard]] VKSCAN_API VkDeviceSize temporarySize(uint64_t maxCount) const noexcept;
};

} // namespace vkscan

#endif
