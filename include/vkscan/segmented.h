// Segmented scans and reductions: of many arrays that lie behind each other, in one operation.
#ifndef VKSCAN_SEGMENTED_H
#define VKSCAN_SEGMENTED_H

#include <vkscan/custom.h>
#include <vkscan/export.h>
#include <vkscan/operation.h>

namespace vkscan {

// How segment boundaries are specified. Element 0 always begins a segment.
enum class Segments {
    // Bits: element i is a head where bit i % 32 of the 32-bit word i / 32 is set, the least significant being bit 0.
    HeadBits,
    // A 32-bit word an element, not 0 where it is a head.
    HeadFlags,
    // A key of 32 or 64 bits an element; it is a head where its key differs, in any bit, from that of the element
    // before.
    Keys32,
    Keys64,
    // Rows of equal length, which is an argument: every multiple of it is a head. With a pitch, which is another, rows
    // are so many elements apart, and what lies in between is padding.
    Rows,
    // segmentCount + 1 ascending 32-bit unsigned indices (the row offsets of a matrix in CSR form): segment k is the
    // elements from index k up to, but without, index k + 1. Equal indices make empty segments. The elements before the
    // first index, and those from the last on, are one more segment each: a segmentCount of 0 has one index, which cuts
    // the array in two. Scans and sorts treat these two like all segments, reductions have no result for them.
    Offsets,
    // Kernels of your own with IS_HEAD (custom.h) tell it by themselves.
    Kernels,
};

[[nodiscard]] VKSCAN_API const char* toString(Segments segments) noexcept;

// The most segments that offsets may tell.
inline constexpr uint32_t kMaxSegmentCount = 1u << 30;

struct SegmentedScanDesc {
    ElementType type = ElementType::U32;
    Op op = Op::Add;
    // Exclusive: a segment's first result in scan order is the operator's identity.
    Kind kind = Kind::Inclusive;
    // Backward scans each segment from its last element to its head.
    Direction direction = Direction::Forward;
    Segments segments = Segments::HeadFlags;
    // Kernels of your own with SEGMENTS (custom.h), which say what elements are and how they combine: leave type and op
    // as they are.
    CustomKernels kernels = {};
    // See operation.h. Auto, SingleWorkgroup, FlatSum, Spine or ReduceThenScan.
    Strategy strategy = Strategy::Auto;
    bool assumeForwardProgress = false;
    uint64_t maxCount = 0;
};

struct SegmentedScanArgs {
    // `count` elements each. Equal addresses scan in place; any other overlap is refused.
    BufferRange input = {};
    BufferRange output = {};
    // As the description says: `count` bits in whole 32-bit words, `count` flags, `count` keys or segmentCount + 1
    // offsets; aligned to 4 bytes, Keys64 to 8. It may overlap the input, but not output or scratch. Not looked at for
    // rows, nor where kernels tell by themselves.
    BufferRange segments = {};
    // Segments::Rows alone: elements of a row, at least 1. The last row may be shorter.
    uint32_t rowLength = 0;
    // Segments::Rows alone: elements from the first of a row to that of the next, at least rowLength; 0: rowLength.
    // The padding in between counts in `count`, and is in both arrays. It is read, to no effect, and never written.
    uint32_t rowPitch = 0;
    // Segments::Offsets alone: at most kMaxSegmentCount. Offsets are clamped to the count. Where they do not ascend,
    // results are undefined, but nothing beyond the arguments is touched.
    uint32_t segmentCount = 0;
    // Parameters of kernels of your own; other kernels take none.
    Parameters parameters = {};
    // See operation.h. The count that is read on the device ends the last segment.
    BufferRange scratch = {};
    uint64_t count = 0;
    BufferRange countBuffer = {};
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// A compiled segmented scan: one pass over memory, whatever the segments' number and lengths, at the cost of a plain
// scan and the reading of `segments`. The grouping of operands depends on the counts, the heads and on where the output
// lies in its 16 bytes, never on timing, so floats have the same bits in every run.
//
// Sengupta, Harris, Zhang & Owens, "Scan Primitives for GPU Computing", 2007.
//
// Scratch: some 16 bytes per tile (a few thousand elements) and 32-bit word of an element, and 16 more per tile.
// Counts: up to 2^33 and more, less for FlatSum and SingleWorkgroup.
class SegmentedScan : public ArrayOperation {
public:
    VKSCAN_API static Status create(const Context& context, const SegmentedScanDesc& desc,
                                    SegmentedScan* scan) noexcept;
    VKSCAN_API Status record(VkCommandBuffer commandBuffer, const SegmentedScanArgs& args) const noexcept;
    VKSCAN_API Status plan(const SegmentedScanArgs& args, DispatchList* list) const noexcept;
};

struct SegmentedReduceDesc {
    ElementType type = ElementType::U32;
    Op op = Op::Add;
    // Offsets or Rows, which number the segments.
    Segments segments = Segments::Offsets;
    // Kernels of your own with SEGMENTS (custom.h), which say what elements are and how they combine: leave type and op
    // as they are.
    CustomKernels kernels = {};
    // As of a segmented scan. FlatSum and Spine are one dispatch, ReduceThenScan two.
    Strategy strategy = Strategy::Auto;
    bool assumeForwardProgress = false;
    uint64_t maxCount = 0;
};

struct SegmentedReduceArgs {
    BufferRange input = {};
    // Receives one element a segment; the operator's identity where a segment is empty. Of offsets there are
    // segmentCount; of rows, count / rowPitch, rounded up. Mesa's lavapipe, whose loops are bounded, leaves some
    // unwritten where millions of segments are empty and elements fit one tile.
    BufferRange result = {};
    // As SegmentedScanArgs has them. `segments` may overlap the input, but not result or scratch. It is not looked
    // at for rows. With a segmentCount of 0 there are no results, and nothing is recorded.
    BufferRange segments = {};
    uint32_t rowLength = 0;
    uint32_t rowPitch = 0;
    uint32_t segmentCount = 0;
    // Parameters of kernels of your own; other kernels take none.
    Parameters parameters = {};
    // See operation.h. The count that is read on the device ends the segment it lies in, and those behind are empty.
    BufferRange scratch = {};
    uint64_t count = 0;
    BufferRange countBuffer = {};
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// A compiled segmented reduction. It reads all elements once, whatever the segments' number and lengths; those between
// segments, too. The grouping of operands depends on the counts, the segments and on where the input lies in its 16
// bytes, never on timing, so floats have the same bits in every run.
//
// Scratch: two slots for each of some thousand spans, whatever the number of segments. Counts: up to 2^33 and more,
// less for SingleWorkgroup.
class SegmentedReduce : public ArrayOperation {
public:
    VKSCAN_API static Status create(const Context& context, const SegmentedReduceDesc& desc,
                                    SegmentedReduce* reduce) noexcept;
    VKSCAN_API Status record(VkCommandBuffer commandBuffer, const SegmentedReduceArgs& args) const noexcept;
    VKSCAN_API Status plan(const SegmentedReduceArgs& args, DispatchList* list) const noexcept;
};

} // namespace vkscan

#endif
