// Segmented reductions: the elements of each of many arrays that lie behind each other combined into one, in one
// operation.
#ifndef VKSCAN_SEGMENTED_REDUCE_H
#define VKSCAN_SEGMENTED_REDUCE_H

#include <vkscan/context.h>
#include <vkscan/operation.h>
#include <vkscan/plan.h>
#include <vkscan/status.h>
#include <vkscan/types.h>

namespace vkscan {

struct SegmentedReduceDesc {
    ElementType type = ElementType::U32;
    Op op = Op::Add;
    // Offsets or Rows: what tells segments' numbers.
    Segments segments = Segments::Offsets;
    // Auto, SingleWorkgroup, FlatSum, Spine or ReduceThenScan: those of the scan that the reduction is.
    Strategy strategy = Strategy::Auto;
    // As ScanDesc has them.
    bool assumeForwardProgress = false;
    uint64_t maxCount = 0;
};

struct SegmentedReduceArgs {
    // `count` elements, aligned to the element.
    BufferRange input = {};
    // Receives one element a segment, aligned to the element; the operator's identity where a segment is empty. Of
    // offsets there are segmentCount; of rows, count / rowPitch, rounded up. Mesa's lavapipe, whose loops are bounded,
    // leaves some unwritten where millions of segments are empty and elements fit one tile.
    BufferRange result = {};
    // As SegmentedScanArgs has them. `segments` may overlap the input, but not result or scratch. It is not looked
    // at for rows, nor where segmentCount is 0.
    BufferRange segments = {};
    uint32_t rowLength = 0;
    uint32_t rowPitch = 0;
    uint32_t segmentCount = 0;
    // At least scratchSize(count) bytes; what ScanArgs says of scratch holds here, too.
    BufferRange scratch = {};
    // Elements; with a countBuffer, the most there may be.
    uint64_t count = 0;
    // Optional: a 32-bit unsigned count that the device reads when it executes, clamped to `count`. It ends the segment
    // it lies in, and those behind are empty.
    BufferRange countBuffer = {};
    // As ScanArgs has them.
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// A compiled segmented reduction: a segmented scan that stores the last of each segment's elements, so it reads all
// elements once, whatever the segments' number and lengths; those between segments, too. What is combined with what
// depends on the counts, the segments and on where the input lies in its 16 bytes, never on timing, so floats have the
// same bits in every run.
//
// Scratch: as much as a segmented scan, whatever the number of segments. Counts: up to 2^33 and more, less for FlatSum
// and SingleWorkgroup.
class SegmentedReduce : public ArrayOperation {
public:
    // Replaces *reduce on success and leaves it alone otherwise.
    static Status create(const Context& context, const SegmentedReduceDesc& desc, SegmentedReduce* reduce) noexcept;

    // Records the reduction. Stages, accesses and what the caller orders are those of Scan::record, with `segments`
    // read like the input and `result` in place of output and total. A status other than Success means that nothing
    // was recorded.
    Status record(VkCommandBuffer commandBuffer, const SegmentedReduceArgs& args) const noexcept;

    // What record would dispatch. See plan.h.
    Status plan(const SegmentedReduceArgs& args, DispatchList* list) const noexcept;
};

} // namespace vkscan

#endif
