// Reductions: all elements combined into one, with any of the offered operators.
#ifndef VKSCAN_REDUCE_H
#define VKSCAN_REDUCE_H

#include <vkscan/context.h>
#include <vkscan/status.h>
#include <vkscan/types.h>

namespace vkscan {

struct ReduceDesc {
    Type type = Type::U32;
    Op op = Op::Add;
};

struct ReduceArgs {
    // `count` elements, aligned to the element.
    BufferRange input = {};
    // Receives one element, the initial value and all elements combined; without elements, the initial value.
    BufferRange result = {};
    // At least scratchSize(count) bytes; what ScanArgs says of scratch holds here, too.
    BufferRange scratch = {};
    // Elements; with a countBuffer, the most there may be.
    uint64_t count = 0;
    // Optional: a 32-bit unsigned count that the device reads when it executes, clamped to `count`.
    BufferRange countBuffer = {};
    // Optional: what is combined with the elements, before them; of the reduction's type.
    Scalar initial = {};
    // As ScanArgs has them.
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// A compiled reduction: one dispatch where the device has 64-bit atomics in buffers, which asks for no progress of
// others; elsewhere two. What is added to what depends on the counts and on where the input lies in its 16 bytes, never
// on timing, so floats have the same bits in every run. Immutable, like Scan.
class Reduce {
public:
    Reduce() noexcept = default;
    Reduce(Reduce&& other) noexcept;
    Reduce& operator=(Reduce&& other) noexcept;
    Reduce(const Reduce&) = delete;
    Reduce& operator=(const Reduce&) = delete;
    ~Reduce();

    // Replaces *reduce on success and leaves it alone otherwise.
    static Status create(const Context& context, const ReduceDesc& desc, Reduce* reduce) noexcept;

    // Bytes of scratch that any recording with a count of at most maxCount takes; monotone in maxCount. 8 bytes per
    // workgroup, of which there are some 1,000, and 32-bit word of an element.
    [[nodiscard]] VkDeviceSize scratchSize(uint64_t maxCount) const noexcept;

    // The largest count that record accepts: 2^33 and more.
    [[nodiscard]] uint64_t maxCount() const noexcept;

    // Records the reduction. Stages, accesses and what the caller orders are those of Scan::record, with `result` in
    // place of output and total. A status other than Success means that nothing was recorded.
    Status record(VkCommandBuffer commandBuffer, const ReduceArgs& args) const noexcept;

    struct Impl;

private:
    Impl* m_impl = nullptr;
};

} // namespace vkscan

#endif
