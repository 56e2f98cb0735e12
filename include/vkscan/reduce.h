// Reductions: all elements combined into one, with any of the offered operators, and where the least or greatest is.
#ifndef VKSCAN_REDUCE_H
#define VKSCAN_REDUCE_H

#include <vkscan/custom.h>
#include <vkscan/export.h>
#include <vkscan/operation.h>

namespace vkscan {

// The index where no element equals the result.
constexpr uint32_t kNoIndex = 0xffffffff;

struct ReduceDesc {
    ElementType type = ElementType::U32;
    Op op = Op::Add;
    // Also tells where the result is: arg min, with Op::Min, or arg max, with Op::Max; refused with others.
    bool withIndex = false;
    // Kernels of your own (custom.h), which say what elements are and how they combine: leave the fields above as they
    // are. Elements are combined in their order.
    CustomKernels kernels = {};
    // See operation.h. There is no choice of strategies.
    uint64_t maxCount = 0;
};

struct ReduceArgs {
    // `count` elements; of kernels of your own, see custom.h.
    BufferRange input = {};
    // Receives one element, the initial value and all elements combined; without elements, the initial value.
    BufferRange result = {};
    // Needed with withIndex, refused without: receives, as a 32-bit unsigned integer, the lowest index of the elements
    // that equal the result; kNoIndex where none does, that is, without elements or where the initial value is better
    // than all. -0 equals +0; the result is the element at the index. With a NaN among the elements, which of them is
    // kept is not specified, but result and index are of the same.
    BufferRange index = {};
    // Optional: what is combined with the elements, before them; of the reduction's type. By default the operator's
    // identity.
    Scalar initial = {};
    // Of kernels of your own, which alone take them, and no initial value.
    Parameters parameters = {};
    // See operation.h.
    BufferRange scratch = {};
    uint64_t count = 0;
    BufferRange countBuffer = {};
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// A compiled reduction: one dispatch where the device has 64-bit atomics in buffers, which asks for no progress of
// others that the driver is not known for; elsewhere, and by kernels of your own, two.
// What is added to what depends on the counts and on where the input lies in its 16 bytes, never on timing, so floats
// have the same bits in every run.
//
// Scratch: 8 bytes per workgroup, of which there are some 2,000, and 32-bit word of an element and its index. Counts:
// up to 2^33 and more; with indices, 2^32 - 4.
class Reduce : public ArrayOperation {
public:
    VKSCAN_API static Status create(const Context& context, const ReduceDesc& desc, Reduce* reduce) noexcept;
    VKSCAN_API Status record(VkCommandBuffer commandBuffer, const ReduceArgs& args) const noexcept;
    VKSCAN_API Status plan(const ReduceArgs& args, DispatchList* list) const noexcept;
};

} // namespace vkscan

#endif
