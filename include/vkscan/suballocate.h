// Allocation: where each of many requests of different sizes begins in one array, and how long that gets.
#ifndef VKSCAN_SUBALLOCATE_H
#define VKSCAN_SUBALLOCATE_H

#include <vkscan/context.h>
#include <vkscan/operation.h>
#include <vkscan/plan.h>
#include <vkscan/select.h>
#include <vkscan/status.h>
#include <vkscan/types.h>

namespace vkscan {

// The offset of a request that does not fit.
constexpr uint32_t kNoAllocation = 0xffffffff;
// The largest capacity, in elements.
constexpr uint32_t kMaxCapacity = 0xfffffffe;

struct SuballocateDesc {
    // Auto, SingleWorkgroup, FlatSum, Spine or ReduceThenScan, as for scans.
    Strategy strategy = Strategy::Auto;
    // As ScanDesc has them.
    bool assumeForwardProgress = false;
    uint64_t maxCount = 0;
};

struct SuballocateArgs {
    // `count` 32-bit unsigned integers each, aligned to 4 bytes: how many elements each request is for, and, received,
    // the index of its first one, which is the sum of the counts before it. Equal addresses replace counts by offsets;
    // any other overlap is refused. The offset of a request that ends beyond the capacity is kNoAllocation; so
    // are those of all behind it.
    BufferRange counts = {};
    BufferRange offsets = {};
    // Elements that there is room for; more than kMaxCapacity count as so many.
    uint32_t capacity = kMaxCapacity;
    // Optional: receives the sum of all counts as a 32-bit unsigned integer, whatever the capacity. Sums stay at 2^32 -
    // 1 where they would exceed it.
    BufferRange total = {};
    // Optional: receives the total, but at most the capacity. Where a request does not fit, that counts elements which
    // are nobody's, too.
    IndirectCount indirect = {};
    // At least scratchSize(count) bytes; what ScanArgs says of scratch holds here, too.
    BufferRange scratch = {};
    // Requests; with a countBuffer, the most there may be.
    uint64_t count = 0;
    // Optional: a 32-bit unsigned count that the device reads when it executes, clamped to `count`.
    BufferRange countBuffer = {};
    // As ScanArgs has them.
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// A compiled allocation: an exclusive sum by the kernels of Scan, in as many dispatches.
//
// Scratch: some 16 bytes per tile of a few thousand requests. Counts are those of Scan.
class Suballocate : public ArrayOperation {
public:
    // Replaces *allocate on success and leaves it alone otherwise.
    static Status create(const Context& context, const SuballocateDesc& desc, Suballocate* allocate) noexcept;

    // Records the allocation. Stages, accesses and what the caller orders are those of Scan::record, with `counts` read
    // and `offsets`, `total` and `indirect` written: draws and dispatches that read the field as an argument wait for
    // VK_ACCESS_SHADER_WRITE_BIT of the compute shader stage. A status other than Success means that nothing was
    // recorded.
    Status record(VkCommandBuffer commandBuffer, const SuballocateArgs& args) const noexcept;

    // What record would dispatch. See plan.h.
    Status plan(const SuballocateArgs& args, DispatchList* list) const noexcept;
};

} // namespace vkscan

#endif
