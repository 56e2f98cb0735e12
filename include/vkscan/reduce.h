// Reductions: all elements combined into one, with any of the offered operators, and where the least or greatest is.
#ifndef VKSCAN_REDUCE_H
#define VKSCAN_REDUCE_H

#include <vkscan/context.h>
#include <vkscan/operation.h>
#include <vkscan/plan.h>
#include <vkscan/status.h>
#include <vkscan/types.h>

namespace vkscan {

// The index where no element equals the result.
constexpr uint32_t kNoIndex = 0xffffffff;

// How values are combined across a workgroup's invocations, and the workgroups. Each invocation combines its own
// elements first. All but Auto are for comparison, need ContextDesc::study, and are of Harris, "Optimizing Parallel
// Reduction in CUDA", 2007.
enum class ReduceMethod {
    // By shuffles; one dispatch where the device has 64-bit atomics in buffers, two elsewhere.
    Auto,
    // In shared memory, over distances of 1, 2, 4 and so on: ever fewer lanes of all subgroups take part. In as many
    // dispatches as Auto, and so the next two.
    Interleaved,
    // Over halves, quarters and so on of the workgroup: ever fewer whole subgroups take part.
    Sequential,
    // The same without loops, and by shuffles once the values are as few as a subgroup's lanes.
    Unrolled,
    // By shuffles, and in two dispatches everywhere: the second combines the workgroups' values.
    Decomposed,
};

[[nodiscard]] const char* toString(ReduceMethod method) noexcept;

struct ReduceDesc {
    ElementType type = ElementType::U32;
    Op op = Op::Add;
    // Also tells where the result is: arg min, with Op::Min, or arg max, with Op::Max; refused with others.
    bool withIndex = false;
    // Interleaved, Sequential and Unrolled are refused with withIndex.
    ReduceMethod method = ReduceMethod::Auto;
    // As ScanDesc has it.
    uint64_t maxCount = 0;
};

struct ReduceArgs {
    // `count` elements, aligned to the element.
    BufferRange input = {};
    // Receives one element, the initial value and all elements combined; without elements, the initial value.
    BufferRange result = {};
    // Needed with withIndex, refused without: receives, as a 32-bit unsigned integer, the lowest index of the elements
    // that equal the result; kNoIndex where none does, that is, without elements or where the initial value is better
    // than all. -0 equals +0; the result is the element at the index. With a NaN among the elements, which of them is
    // kept is not specified, but result and index are of the same.
    BufferRange index = {};
    // At least scratchSize(count) bytes; what ScanArgs says of scratch holds here, too.
    BufferRange scratch = {};
    // Elements; with a countBuffer, the most there may be.
    uint64_t count = 0;
    // Optional: a 32-bit unsigned count that the device reads when it executes, clamped to `count`.
    BufferRange countBuffer = {};
    // Optional: what is combined with the elements, before them; of the reduction's type. By default the operator's
    // identity.
    Scalar initial = {};
    // As ScanArgs has them.
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// A compiled reduction: one dispatch where the device has 64-bit atomics in buffers, which asks for no progress of
// others that the driver is not known for; elsewhere, and with ReduceMethod::Decomposed, two. What is added to what
// depends on the counts and on where the input lies in its 16 bytes, never on timing, so floats have the same bits in
// every run.
//
// Scratch: 8 bytes per workgroup, of which there are some 2,000, and 32-bit word of an element and its index. Counts:
// up to 2^33 and more; with indices, 2^32 - 4. There is no choice of strategies.
class Reduce : public ArrayOperation {
public:
    // Replaces *reduce on success and leaves it alone otherwise.
    static Status create(const Context& context, const ReduceDesc& desc, Reduce* reduce) noexcept;

    // Records the reduction. Stages, accesses and what the caller orders are those of Scan::record, with `result`
    // and `index` in place of output and total. A status other than Success means that nothing was recorded.
    Status record(VkCommandBuffer commandBuffer, const ReduceArgs& args) const noexcept;

    // What record would dispatch. See plan.h.
    Status plan(const ReduceArgs& args, DispatchList* list) const noexcept;
};

} // namespace vkscan

#endif
