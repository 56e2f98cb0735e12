// Run-length encoding: runs of equal consecutive elements, each told by its element, length and start.
#ifndef VKSCAN_RUN_LENGTH_ENCODE_H
#define VKSCAN_RUN_LENGTH_ENCODE_H

#include <vkscan/export.h>
#include <vkscan/operation.h>

namespace vkscan {

struct RunLengthEncodeDesc {
    // Bytes: 4 or 8. Elements are equal if all their bits are, also where they are floats: 0 and -0 differ, and a NaN
    // equals one of the same bits.
    uint32_t elementSize = 4;
    // See operation.h. Auto, SingleWorkgroup, FlatSum, Spine or ReduceThenScan.
    Strategy strategy = Strategy::Auto;
    bool assumeForwardProgress = false;
    uint64_t maxCount = 0;
};

// Outputs that are absent are not written, and cost nothing. With `unique` alone, elements that equal the one before
// are dropped: the "unique" of other libraries.
//
// The capacity is the number of runs for which each of `unique`, `lengths` and `starts` that is given has room. Later
// runs are dropped, and nothing is written beyond. No output may overlap another argument.
struct RunLengthEncodeArgs {
    BufferRange input = {};
    // Optional: receives the element of each run, in order. Aligned to the element.
    BufferRange unique = {};
    // Optional: receives the number of elements of each run, as 32-bit unsigned integers. Aligned to 4 bytes.
    BufferRange lengths = {};
    // Optional: receives the index of each run's first element, as 32-bit unsigned integers. Aligned to 4 bytes.
    BufferRange starts = {};
    // Optional: receives the number of runs, including those dropped, as a 32-bit unsigned integer.
    BufferRange runCount = {};
    // Optional: receives the number of runs that are not dropped.
    IndirectCount indirect = {};
    // See operation.h.
    BufferRange scratch = {};
    uint64_t count = 0;
    BufferRange countBuffer = {};
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// A compiled run-length encoding. Results are always the same. One dispatch, which reads each element once, where
// Strategy has a single pass; elsewhere two, which read it twice.
//
// Scratch: some 32 bytes per tile of a few thousand elements. Counts: up to 2^32 - 1, less for FlatSum, SingleWorkgroup
// and on lavapipe.
class RunLengthEncode : public ArrayOperation {
public:
    VKSCAN_API static Status create(const Context& context, const RunLengthEncodeDesc& desc,
                                    RunLengthEncode* encode) noexcept;
    VKSCAN_API Status record(VkCommandBuffer commandBuffer, const RunLengthEncodeArgs& args) const noexcept;
    VKSCAN_API Status plan(const RunLengthEncodeArgs& args, DispatchList* list) const noexcept;
};

} // namespace vkscan

#endif
