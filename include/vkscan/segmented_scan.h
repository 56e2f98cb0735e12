// Segmented scans: the prefix sums of many arrays that lie behind each other, in one operation.
#ifndef VKSCAN_SEGMENTED_SCAN_H
#define VKSCAN_SEGMENTED_SCAN_H

#include <vkscan/context.h>
#include <vkscan/operation.h>
#include <vkscan/plan.h>
#include <vkscan/status.h>
#include <vkscan/types.h>

namespace vkscan {

struct SegmentedScanDesc {
    ElementType type = ElementType::U32;
    Op op = Op::Add;
    // Exclusive: a segment's first result in scan order is the operator's identity.
    Kind kind = Kind::Inclusive;
    // Backward scans each segment from its last element to its head.
    Direction direction = Direction::Forward;
    Segments segments = Segments::HeadFlags;
    // Auto, SingleWorkgroup, FlatSum, Spine or ReduceThenScan.
    Strategy strategy = Strategy::Auto;
    // As ScanDesc has them.
    bool assumeForwardProgress = false;
    uint64_t maxCount = 0;
};

struct SegmentedScanArgs {
    // `count` elements each, aligned to the element. Equal addresses scan in place; any other overlap is refused.
    BufferRange input = {};
    BufferRange output = {};
    // What the description says: `count` bits in whole 32-bit words, `count` flags, `count` keys or segmentCount + 1
    // offsets; aligned to 4 bytes, Keys64 to 8. It may overlap the input, but not output or scratch. Not looked at for
    // rows.
    BufferRange segments = {};
    // Of Segments::Rows alone: elements of a row, at least 1. The last row may be shorter.
    uint32_t rowLength = 0;
    // Of Segments::Rows alone: elements from the first of a row to that of the next, at least rowLength; 0: rowLength.
    // The padding in between counts in `count`, and is in both arrays. It is read, to no effect, and never written.
    uint32_t rowPitch = 0;
    // Of Segments::Offsets alone: at most kMaxSegmentCount. Offsets beyond the count are as good as the count. Where
    // they do not ascend, results are undefined, but nothing beyond the arguments is touched.
    uint32_t segmentCount = 0;
    // At least scratchSize(count) bytes; what ScanArgs says of scratch holds here, too.
    BufferRange scratch = {};
    // Elements; with a countBuffer, the most there may be.
    uint64_t count = 0;
    // Optional: a 32-bit unsigned count that the device reads when it executes, clamped to `count`. It ends the last
    // segment.
    BufferRange countBuffer = {};
    // As ScanArgs has them.
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// A compiled segmented scan: one pass over memory, whatever the segments' number and lengths, at the cost of a plain
// scan and the reading of `segments`. What is combined with what depends on the counts, the heads and on where the
// output lies in its 16 bytes, never on timing, so floats have the same bits in every run.
//
// Sengupta, Harris, Zhang & Owens, "Scan Primitives for GPU Computing", 2007.
//
// Scratch: some 16 bytes per tile (a few thousand elements) and 32-bit word of an element, and 16 more per tile.
// Counts: up to 2^33 and more, less for FlatSum and SingleWorkgroup.
class SegmentedScan : public ArrayOperation {
public:
    // Replaces *scan on success and leaves it alone otherwise.
    static Status create(const Context& context, const SegmentedScanDesc& desc, SegmentedScan* scan) noexcept;

    // Records the scan. Stages, accesses and what the caller orders are those of Scan::record, with `segments` read
    // like the input. A status other than Success means that nothing was recorded.
    Status record(VkCommandBuffer commandBuffer, const SegmentedScanArgs& args) const noexcept;

    // What record would dispatch. See plan.h.
    Status plan(const SegmentedScanArgs& args, DispatchList* list) const noexcept;
};

} // namespace vkscan

#endif
