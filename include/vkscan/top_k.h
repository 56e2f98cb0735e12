// Top-k: the k largest or smallest elements of an array, or of each row of a matrix, in order.
#ifndef VKSCAN_TOP_K_H
#define VKSCAN_TOP_K_H

#include <vkscan/custom.h>
#include <vkscan/export.h>
#include <vkscan/operation.h>

namespace vkscan {

constexpr uint32_t kMaxTopK = 65536;

struct TopKDesc {
    // Type of the keys: any of 16, 32 or 64 bits. Floats are in the total order of RadixSort (radix_sort.h), where NaNs
    // without a sign are largest. F64 needs no device feature, nor do keys of 16 bits: aligned words of 32 bits are
    // accessed, as of small StoredTypes (types.h).
    ElementType type = ElementType::U32;
    // Selects the smallest keys, smallest first. Otherwise the largest, largest first.
    bool smallest = false;
    // The largest k that will be recorded: 1 to kMaxTopK.
    uint32_t maxK = kMaxTopK;
    // Kernels of your own with SORTS and LOAD, without STORE (custom.h), compute the key of each index. `type`
    // specifies how keys are ordered.
    CustomKernels kernels = {};

    uint64_t maxCount = 0; // the largest count that will be recorded; 0: any
};

// Results are in order, the first one first; equal keys in the order of their indices. If there are fewer than k
// elements, there are only that many results, and the rest of the outputs is left alone. Nothing is recorded if all
// outputs are absent. No output may overlap another argument.
struct TopKArgs {
    // `count` keys. Not written. With kernels of your own it may be absent: see custom.h.
    BufferRange input = {};
    // Results of each row: 0 to the description's maxK. With rows longer than 2,048 (512 on devices with 16 KB of
    // shared memory), at most that; 4,096 of keys of 32 bits if maxK is at most 4,096 and the device has 48 KB.
    uint32_t k = 0;
    // Optional: receives the keys. k results, or one for each element if there are fewer; with rows, k for each row.
    BufferRange output = {};
    // Optional: receives the index of each result in the input or, with rows, in its row. 32-bit unsigned integers,
    // aligned to 4 bytes.
    BufferRange index = {};
    // Required with sortedValues: a value of 4 bytes for each key, aligned to 4. Not written.
    BufferRange values = {};
    // Optional: receives the value of each result.
    BufferRange sortedValues = {};
    // Rows, each with results of its own: elements of a row, and elements from the start of a row to the start of the
    // next; a pitch of 0 is the length. Padding between rows is not read. The count may cut the last row short. A
    // length of 0: the array is one row.
    uint32_t rowLength = 0;
    uint32_t rowPitch = 0;
    // Optional, with rows: the length of each row, 32-bit unsigned integers, aligned to 4 bytes, which the device reads
    // and clamps to rowLength. A row of fewer than k keys has only that many results.
    BufferRange rowLengths = {};
    // Keys and indices between two dispatches: temporarySize(count) bytes or more, aligned to 16, of any contents. Must
    // not be shared by operations that may run concurrently. With rows it may be absent.
    BufferRange temporary = {};
    // Parameters of kernels of your own, at most kMaxSortParameterBytes; none without them.
    Parameters parameters = {};

    uint64_t count = 0;           // keys; with countBuffer, their maximum
    BufferRange countBuffer = {}; // optional: a 32-bit unsigned count that the device reads, clamped to `count`
    bool barrierBefore = false;   // also records a barrier after all earlier commands
    bool barrierAfter = false;    // also records a barrier before all later commands
};

// A compiled selection. Results are the same in every run and on every device.
//
// Up to a k of 1,024 (512 on devices with 16 KB of shared memory), a sample provides a bound that only few more than k
// entries precede (Ribizel & Anzt, "Parallel Selection on GPUs", 2020). One pass over the input collects them, and
// counting ranks them. This takes three dispatches; two for arrays of no more tiles than workgroups run at once, 264 on
// an H100, where each workgroup computes the sample itself. If the bound leaves too few or too many entries, workgroups
// of the last dispatch select from their tiles, and one of them from what they leave; results do not depend on the
// sample. Rows, one for each workgroup, and up to four tiles (32,768 keys of 32 bits) take one dispatch, which keeps
// keys up to a bound in a list in shared memory; short rows, whose keys a subgroup holds in registers, counts of keys
// in bins of their range. A kernel of your own loads each key once, and keys of the sample once more, or once more in
// each workgroup; more often if a bound leaves too few or too many.
//
// For a larger k, passes count the remaining keys by 11 bits until no more than 131,072 are left; these are sorted in
// parts and ranked. This takes 10 dispatches, 13 with keys of 64 bits; superfluous ones end at once. Each pass loads
// all keys.
//
// Scratch: none. Limit: 2^32 - 2^17 keys; on lavapipe 2^28, of 64 bits 2^27.
class TopK : public ArrayOperationOf<TopKDesc, TopKArgs> {
public:
    // Bytes of `temporary` that suffice for every count up to maxCount and every k up to the description's; monotone in
    // maxCount.
    [[nodiscard]] VKSCAN_API VkDeviceSize temporarySize(uint64_t maxCount) const noexcept;
};

} // namespace vkscan

#endif
