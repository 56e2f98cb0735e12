// Stream compaction: the selected elements of an array, or their indices, side by side.
#ifndef VKSCAN_COMPACT_H
#define VKSCAN_COMPACT_H

#include <vkscan/context.h>
#include <vkscan/operation.h>
#include <vkscan/plan.h>
#include <vkscan/select.h>
#include <vkscan/status.h>

namespace vkscan {

struct CompactDesc {
    Predicate predicate = {};
    // Bytes: a multiple of 4 up to kMaxElementSize; or kIndicesOnly.
    uint32_t elementSize = 4;
    // Auto, SingleWorkgroup, FlatSum, Spine or ReduceThenScan, as for scans.
    Strategy strategy = Strategy::Auto;
    // As ScanDesc has them.
    bool assumeForwardProgress = false;
    uint64_t maxCount = 0;
};

struct CompactArgs {
    // `count` elements, aligned to the largest power of two that divides elementSize, but at most 16. Not looked at
    // with kIndicesOnly, unless its words are tested.
    BufferRange input = {};
    // Receives the selected elements in their order, aligned like the input; with kIndicesOnly, their indices, aligned
    // to 4 bytes. Its size is the capacity: selected elements for which there is no room are dropped, and nothing is
    // written beyond. Must not overlap what is read.
    BufferRange output = {};
    // By what elements are selected, of 4 bytes alignment: flags, or a word for each element. Optional where words are
    // tested: by default the input's elements themselves, which then are of 4 bytes each.
    BufferRange tested = {};
    // With AnyBit, the mask, a uint32_t; with comparisons, what is compared with, of the predicate's type. None with
    // flags.
    Scalar operand = {};
    // Optional: receives the number of selected elements, those dropped, too, as a 32-bit unsigned integer.
    BufferRange selectedCount = {};
    // Optional: receives the number of elements written.
    IndirectCount indirect = {};
    // At least scratchSize(count) bytes; what ScanArgs says of scratch holds here, too.
    BufferRange scratch = {};
    // Elements; with a countBuffer, the most there may be.
    uint64_t count = 0;
    // Optional: a 32-bit unsigned count that the device reads when it executes, clamped to `count`.
    BufferRange countBuffer = {};
    // As ScanArgs has them.
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// A compiled compaction. Elements keep their order, so results are the same in every run. One dispatch where Strategy
// has a single pass, which reads each element once and writes those selected once; two elsewhere.
//
// Scratch: some 16 bytes per tile of a few thousand elements. Counts: up to 2^32 - 1, less for FlatSum, SingleWorkgroup
// and on lavapipe.
class Compact : public ArrayOperation {
public:
    // Replaces *compact on success and leaves it alone otherwise.
    static Status create(const Context& context, const CompactDesc& desc, Compact* compact) noexcept;

    // Records the compaction. Stages, accesses and what the caller orders are those of Scan::record, with `tested` read
    // like the input, and `selectedCount` and `indirect` written like the output: draws and dispatches that read them
    // as arguments wait for VK_ACCESS_SHADER_WRITE_BIT of the compute shader stage. A status other than Success means
    // that nothing was recorded.
    Status record(VkCommandBuffer commandBuffer, const CompactArgs& args) const noexcept;

    // What record would dispatch. See plan.h.
    Status plan(const CompactArgs& args, DispatchList* list) const noexcept;
};

} // namespace vkscan

#endif
