// Radix sort: sorts the keys of an array, with their values or the permutation.
#ifndef VKSCAN_RADIX_SORT_H
#define VKSCAN_RADIX_SORT_H

#include <vkscan/custom.h>
#include <vkscan/export.h>
#include <vkscan/operation.h>
#include <vkscan/select.h>

namespace vkscan {

// RadixSortDesc::endBit: keys are sorted by all bits from firstBit on.
constexpr uint32_t kAllBits = 0xffffffff;
// The most bits by which a sort returns the offsets of buckets.
constexpr uint32_t kMaxBucketBits = 8;
// The most bits of a split: a sort of U32 keys in ascending order, in one pass that is made for few buckets.
constexpr uint32_t kMaxSplitBits = 4;

struct RadixSortDesc {
    // Type of the keys. Floats are in total order: NaNs with the sign bit set, -infinity, negative numbers, -0, +0,
    // positive numbers, infinity, other NaNs; NaNs among themselves by their bits. F64 needs no device feature.
    ElementType type = ElementType::U32;
    // Zeros of floats, -0 and +0, are equal, so that they keep the order of the input.
    bool equalZeros = false;
    // NaNs of floats are all equal and come last, in both directions.
    bool nansLast = false;
    // Largest keys first. Equal keys keep the order of the input in both directions.
    bool descending = false;
    // Bytes of the value that goes with each key: 0 (no values), 4, 8 or 16. Splits also take other multiples of 4 up
    // to kMaxElementSize.
    uint32_t valueSize = 0;
    // sortedValues receives the permutation: the index in the input of each key in the output. Needs a valueSize of 0.
    bool withIndex = false;
    // Keys are compared by their bits [firstBit, endBit) only; bit 0 is the lowest. Each 8 bits take a pass over
    // memory. Without any bits, the input is copied. The bits of signed integers and floats are taken after the sign
    // bit is inverted and, if a float is negative, all other bits too. A sort of a whole array of U32 keys by up to
    // kMaxSplitBits bits, ascending and without kernels of your own, is a split.
    uint32_t firstBit = 0;
    uint32_t endBit = kAllBits;
    // Sorts each segment of the array on its own: see RadixSortArgs::segments. Nothing waits.
    bool segmented = false;
    // Kernels of your own with SORTS (custom.h) load the keys or store the results. `type` specifies how keys are
    // ordered; types of 8 and 16 bits are refused. With STORE, values have at most 4 bytes.
    CustomKernels kernels = {};

    Waiting waiting = Waiting::Auto;
    uint64_t maxCount = 0; // the largest count that will be recorded; 0: any
};

// No output may overlap another argument.
struct RadixSortArgs {
    // `count` keys. Not written. With kernels of your own: see custom.h for input and outputs.
    BufferRange input = {};
    // Receives the sorted keys. Optional with withIndex and for splits with values. With keys of 8 or 16 bits, the
    // 4-byte words that contain the first and the last key must not be written by others at the same time.
    BufferRange output = {};
    // Required with a valueSize: the value of each key, aligned to the largest power of two that divides valueSize, at
    // most 16. Not written.
    BufferRange values = {};
    // Receives the values in the order of the output, with a valueSize; or 32-bit indices, using withIndex.
    BufferRange sortedValues = {};
    // Parameters of kernels of your own, at most kMaxSortParameterBytes; none without them.
    Parameters parameters = {};
    // Optional, for sorts of a whole array by at most kMaxBucketBits bits, without kernels of your own. Receives
    // 2^(endBit - firstBit) + 1 32-bit indices: where in the output the keys of each value of the sorted bits begin, in
    // the order of the output, and last the count. They can be passed as Segments::Offsets (segments.h). They are also
    // written without keys.
    BufferRange bucketOffsets = {};
    // Segmented sorts: segmentCount + 1 indices, as Segments::Offsets (segments.h), aligned to 4 bytes.
    BufferRange segments = {};
    uint32_t segmentCount = 0;
    // Keys and values between two passes: temporarySize(count) bytes or more, aligned to 16, of any contents. Must not
    // be shared by operations that may run concurrently.
    BufferRange temporary = {};

    BufferRange scratch = {};     // scratchSize(count) bytes or more, aligned to 16; zeroed once, before its first use
    uint64_t count = 0;           // keys; with countBuffer, their maximum
    BufferRange countBuffer = {}; // optional: a 32-bit unsigned count that the device reads, clamped to `count`
    bool barrierBefore = false;   // also records a barrier after all earlier commands
    bool barrierAfter = false;    // also records a barrier before all later commands
};

// A compiled radix sort: stable, by 8 bits a pass, the lowest first. Results are the same in every run.
//
// Keys that fit the registers of one workgroup, up to 4,096, on lavapipe 2,048, are sorted in one dispatch. On listed
// drivers, Auto counts all digits first, in one dispatch up to 64 tiles of 4,096 keys and in two beyond. Then each pass
// is one dispatch, which reads and writes each key once. Adinets & Merrill, "Onesweep: A Faster Least Significant Digit
// Radix Sort for GPUs", 2022. With Never, a pass is two dispatches. Merrill & Grimshaw, "High Performance and Scalable
// Radix Sorting", 2011. On other drivers, Auto is Never below 2^18 keys. From there on it has short waits, and after
// each pass a recovery pass, which sorts the tiles that gave up; if none did, it ends at once.
//
// A split is one dispatch up to a tile of 2,048 or 4,096 keys. With Auto, it also is one dispatch on listed drivers
// that report the number of multiprocessors, up to a tile of 8,192 keys for each. Otherwise it takes two dispatches,
// which both read the keys; the first counts them. Splits never give up a wait. Knuth, The Art of Computer Programming
// 3, 5.2, "distribution counting".
//
// Unless the sort is a split, one more dispatch writes bucketOffsets.
//
// If no two keys differ in the 8 bits of a pass, its dispatches end at once. This does not apply to sorts of one
// dispatch, segments and, where workgroups wait, up to 64 tiles. A segmented sort sorts all segments that fit a tile in
// one dispatch; the passes of Never sort longer ones.
//
// Scratch: none for one dispatch. Auto 2 KB for each tile and 32 KB for each pass, with 2^20 keys of 32 bits 0.69 MB;
// with a recovery pass 8 bytes a tile more. Never at most 0.53 MB up to 2^28 keys (on lavapipe 2^25). Segmented 0.63
// bytes a key, on lavapipe 1.14. A pass of Auto counts as two of the 2^32 - 1 runs after which scratch must be zeroed
// again. Splits: none for one workgroup; otherwise 64 bytes and 8 for each bucket and span, or each bucket and tile. Up
// to 2^28 keys, there are at most 512 spans, or four for each multiprocessor. Limit: 2^32 - 2^16 keys; less if
// segmented on lavapipe.
class RadixSort : public ArrayOperationOf<RadixSortDesc, RadixSortArgs> {
public:
    // Bytes of `temporary` that suffice for every count up to maxCount; monotone in maxCount. One array of keys and one
    // of values; two of keys using withIndex; two of both if kernels of your own store; 0 if one pass or one workgroup
    // sorts everything.
    [[nodiscard]] VKSCAN_API VkDeviceSize temporarySize(uint64_t maxCount) const noexcept;
};

} // namespace vkscan

#endif
