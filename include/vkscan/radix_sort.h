// Radix sort: the keys of an array in order, with values or the permutation.
#ifndef VKSCAN_RADIX_SORT_H
#define VKSCAN_RADIX_SORT_H

#include <vkscan/custom.h>
#include <vkscan/export.h>
#include <vkscan/operation.h>

namespace vkscan {

// RadixSortDesc::endBit: the last bit of a key is sorted by.
constexpr uint32_t kAllBits = 0xffffffff;

struct RadixSortDesc {
    // Type of the keys. Floats are in total order: NaNs with the sign bit set, -infinity, negative numbers, -0, +0,
    // positive numbers, infinity, other NaNs; NaNs among themselves by their bits. F64 needs no device feature.
    ElementType type = ElementType::U32;
    // Largest keys first. Equal keys stay in the order of the input in both directions.
    bool descending = false;
    // Bytes of the value that goes with each key: 0 (no values), 4, 8 or 16.
    uint32_t valueSize = 0;
    // sortedValues receives the index in the input of each key in the output: the permutation. Needs a valueSize of 0.
    bool withIndex = false;
    // Keys are compared by their bits [firstBit, endBit) alone, of which 0 is the lowest. Sorting takes a pass over
    // memory for each 8 bits. With no bits at all, the input is copied. Of signed integers and floats, these are the
    // bits of the unsigned integer that is ordered like the key: the sign's is inverted and, of negative floats, all
    // others are too.
    uint32_t firstBit = 0;
    uint32_t endBit = kAllBits;
    // Sorts segments of the array, each by itself: RadixSortArgs::segments. Auto or ReduceThenScan.
    bool segmented = false;
    // Kernels of your own with SORTS (custom.h), which load keys or store what is sorted by themselves. `type` says how
    // keys are ordered; U16 is not taken. Those that store take no values of more than 4 bytes.
    CustomKernels kernels = {};
    // See operation.h. Auto, SingleWorkgroup, Spine or ReduceThenScan.
    Strategy strategy = Strategy::Auto;
    bool assumeForwardProgress = false;
    uint64_t maxCount = 0;
};

// No output may overlap another argument.
struct RadixSortArgs {
    // Keys. Not written. Of kernels of your own, see custom.h for input and outputs.
    BufferRange input = {};
    // Receives the sorted keys. May be absent with RadixSortDesc::withIndex. Of 16-bit keys, the words of 4 bytes that
    // the first and the last lie in must not be written by others at the same time.
    BufferRange output = {};
    // With a valueSize: the keys' values, aligned to it. Not written.
    BufferRange values = {};
    // With a valueSize, receives the values in the order of the output; with withIndex, 32-bit indices.
    BufferRange sortedValues = {};
    // Parameters of kernels of your own, at most kMaxSortParameterBytes; other kernels take none.
    Parameters parameters = {};
    // With RadixSortDesc::segmented: segmentCount + 1 offsets, as Segments::Offsets (segmented.h) defines them, aligned
    // to 4 bytes.
    BufferRange segments = {};
    uint32_t segmentCount = 0;
    // At least temporarySize(count) bytes, aligned to 16, of any contents: where passes leave keys and values for the
    // next. Not shared by operations that may run concurrently.
    BufferRange temporary = {};
    // See operation.h. A pass over memory of Spine counts as two.
    BufferRange scratch = {};
    uint64_t count = 0;
    BufferRange countBuffer = {};
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// A compiled radix sort, stable, by 8 bits a pass, the lowest first. Results are always the same.
//
// SingleWorkgroup sorts what fits the registers of one workgroup, a few thousand keys, in one dispatch.
// Spine, Auto's choice on listed drivers, takes one dispatch that counts (two for more than 64 tiles), and one a pass,
// which reads and writes each key once: Adinets & Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort for
// GPUs", 2022. ReduceThenScan, Auto's choice elsewhere, takes two a pass and needs nothing of the device: Merrill &
// Grimshaw, "High Performance and Scalable Radix Sorting", 2011.
//
// A pass in whose 8 bits no two keys differ ends at once, but for SingleWorkgroup and segments. Segments take one
// dispatch that sorts all that fit a tile, of a few thousand keys; longer ones are sorted by ReduceThenScan's passes.
//
// Scratch: some 2 KB per tile of a few thousand keys with Spine, 512 KB and more with ReduceThenScan; some
// 5/8 of a byte per key with segments.
// Counts: up to 2^32 - 2^16, less for SingleWorkgroup and on lavapipe.
class RadixSort : public ArrayOperation {
public:
    VKSCAN_API static Status create(const Context& context, const RadixSortDesc& desc, RadixSort* sort) noexcept;
    VKSCAN_API Status record(VkCommandBuffer commandBuffer, const RadixSortArgs& args) const noexcept;
    VKSCAN_API Status plan(const RadixSortArgs& args, DispatchList* list) const noexcept;

    // Bytes of `temporary` that any recording with a count of at most maxCount takes; monotone in maxCount. A copy of
    // the keys and one of the values; with withIndex, two of the keys; with kernels that store, two of both; nothing
    // where one pass or one workgroup does it all.
    [[nodiscard]] VKSCAN_API VkDeviceSize temporarySize(uint64_t maxCount) const noexcept;
};

} // namespace vkscan

#endif
