// Suballocation: where each of many requests of different sizes begins in one array, and how long that gets.
#ifndef VKSCAN_SUBALLOCATE_H
#define VKSCAN_SUBALLOCATE_H

#include <vkscan/export.h>
#include <vkscan/operation.h>

namespace vkscan {

// The offset of a request that does not fit.
constexpr uint32_t kNoAllocation = 0xffffffff;
// The largest capacity, in elements.
constexpr uint32_t kMaxCapacity = 0xfffffffe;

struct SuballocateDesc {
    // See operation.h. Auto, SingleWorkgroup, FlatSum, Spine or ReduceThenScan.
    Strategy strategy = Strategy::Auto;
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
    // See operation.h. The count is that of requests.
    BufferRange scratch = {};
    uint64_t count = 0;
    BufferRange countBuffer = {};
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// A compiled suballocation: an exclusive sum by the kernels of Scan, in as many dispatches.
//
// Scratch: some 16 bytes per tile of a few thousand requests. Counts are those of Scan.
class Suballocate : public ArrayOperation {
public:
    VKSCAN_API static Status create(const Context& context, const SuballocateDesc& desc,
                                    Suballocate* suballocate) noexcept;
    VKSCAN_API Status record(VkCommandBuffer commandBuffer, const SuballocateArgs& args) const noexcept;
    VKSCAN_API Status plan(const SuballocateArgs& args, DispatchList* list) const noexcept;
};

} // namespace vkscan

#endif
