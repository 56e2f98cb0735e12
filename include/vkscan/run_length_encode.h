// Run-length encoding: runs of equal consecutive elements, each told by its element, length and start.
#ifndef VKSCAN_RUN_LENGTH_ENCODE_H
#define VKSCAN_RUN_LENGTH_ENCODE_H

#include <vkscan/context.h>
#include <vkscan/operation.h>
#include <vkscan/plan.h>
#include <vkscan/select.h>
#include <vkscan/status.h>

namespace vkscan {

struct RunLengthEncodeDesc {
    // Bytes: 4 or 8. Elements are equal if all their bits are, also where they are floats: 0 and -0 differ, and a NaN
    // equals one of the same bits.
    uint32_t elementSize = 4;
    // Auto, SingleWorkgroup, FlatSum, Spine or ReduceThenScan, as for scans.
    Strategy strategy = Strategy::Auto;
    // As ScanDesc has them.
    bool assumeForwardProgress = false;
    uint64_t maxCount = 0;
};

// Outputs that are absent are not written, and cost nothing. With `unique` alone, elements that equal the one before
// are dropped: the "unique" of other libraries.
//
// The capacity is the number of runs for which each of `unique`, `lengths` and `starts` that is given has room. Later
// runs are dropped, and nothing is written beyond. No output may overlap another argument.
struct RunLengthEncodeArgs {
    // `count` elements, aligned to the element.
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
    // At least scratchSize(count) bytes. See ScanArgs::scratch.
    BufferRange scratch = {};
    // Number of elements; with a countBuffer, the largest possible.
    uint64_t count = 0;
    // Optional: a 32-bit unsigned count that the device reads when it executes, clamped to `count`.
    BufferRange countBuffer = {};
    // See ScanArgs.
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
    // Replaces *encode on success and leaves it alone otherwise.
    static Status create(const Context& context, const RunLengthEncodeDesc& desc, RunLengthEncode* encode) noexcept;

    // Records the encoding. Stages, accesses and what the caller orders are those of Scan::record, with `unique`,
    // `lengths`, `starts`, `runCount` and `indirect` written like the output: draws and dispatches that read the last
    // two as arguments wait for VK_ACCESS_SHADER_WRITE_BIT of the compute shader stage. A status other than Success
    // means that nothing was recorded.
    Status record(VkCommandBuffer commandBuffer, const RunLengthEncodeArgs& args) const noexcept;

    // What record would dispatch. See plan.h.
    Status plan(const RunLengthEncodeArgs& args, DispatchList* list) const noexcept;
};

} // namespace vkscan

#endif
