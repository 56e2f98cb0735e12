// Difference sequences: what inclusive sums are undone with.
#ifndef VKSCAN_DIFFERENCE_H
#define VKSCAN_DIFFERENCE_H

#include <vkscan/scan.h>

namespace vkscan {

// Order q and tuple size s: q times in a row, every element less the one s before it, where those before the first
// count as 0. Of integers, which wrap around, it is the inverse of the inclusive Add scan of the same order and tuple
// size, in either sequence; of floats only where nothing is rounded. Delta encoding is order 1; higher orders predict
// from polynomials, and tuples keep interleaved channels apart. Maleki, Yang & Burtscher, "Higher-Order and Tuple-Based
// Massively-Parallel Prefix Sums", PLDI 2016.
struct DifferenceDesc {
    ElementType type = ElementType::U32;
    // 1 to kMaxOrder.
    uint32_t order = 1;
    // 1 to kMaxTupleSize. Need not divide the count.
    uint32_t tupleSize = 1;
    // As ScanDesc has it.
    uint64_t maxCount = 0;
};

struct DifferenceArgs {
    // `count` elements each, aligned to the element. They must not overlap.
    BufferRange input = {};
    BufferRange output = {};
    // Elements; with a countBuffer, the most there may be.
    uint64_t count = 0;
    // Optional: a 32-bit unsigned count that the device reads when it executes, clamped to `count`.
    BufferRange countBuffer = {};
    // As ScanArgs has them.
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// A compiled difference: one dispatch that passes over the data once, whatever its order; no scratch. Floats have the
// bits of `order` serial passes by the device's subtraction.
//
// Counts: up to 2^33 and more. There is no choice of strategies.
class Difference : public ArrayOperation {
public:
    // Replaces *difference on success and leaves it alone otherwise.
    static Status create(const Context& context, const DifferenceDesc& desc, Difference* difference) noexcept;

    // Records the difference. Stages, accesses and what the caller orders are those of Scan::record; there is neither
    // scratch nor total. A status other than Success means that nothing was recorded.
    Status record(VkCommandBuffer commandBuffer, const DifferenceArgs& args) const noexcept;

    // What record would dispatch. See plan.h.
    Status plan(const DifferenceArgs& args, DispatchList* list) const noexcept;
};

} // namespace vkscan

#endif
