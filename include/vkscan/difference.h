// Difference sequences: what inclusive sums are undone with.
#ifndef VKSCAN_DIFFERENCE_H
#define VKSCAN_DIFFERENCE_H

#include <vkscan/export.h>
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
    // See operation.h. There is no choice of strategies.
    uint64_t maxCount = 0;
};

struct DifferenceArgs {
    // `count` elements each. They must not overlap.
    BufferRange input = {};
    BufferRange output = {};
    // See operation.h. There is no scratch.
    uint64_t count = 0;
    BufferRange countBuffer = {};
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// A compiled difference: one dispatch that passes over the data once, whatever its order. Floats have the bits of
// `order` serial passes by the device's subtraction.
//
// Counts: up to 2^33 and more.
class Difference : public ArrayOperation {
public:
    VKSCAN_API static Status create(const Context& context, const DifferenceDesc& desc,
                                    Difference* difference) noexcept;
    VKSCAN_API Status record(VkCommandBuffer commandBuffer, const DifferenceArgs& args) const noexcept;
    VKSCAN_API Status plan(const DifferenceArgs& args, DispatchList* list) const noexcept;
};

} // namespace vkscan

#endif
