// Suballocation: allocates many requests of different sizes in one array. Returns each one's offset, and their total.
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
    Waiting waiting = Waiting::Auto;
    uint64_t maxCount = 0; // the largest count of requests that will be recorded; 0: any
};

struct SuballocateArgs {
    // Elements that each request asks for: `count` 32-bit unsigned integers, aligned to 4 bytes.
    BufferRange counts = {};
    // Receives the index of each request's first element: the sum of the counts before it. `count` 32-bit unsigned
    // integers, aligned to 4 bytes. A request that ends beyond the capacity receives kNoAllocation, and so do all later
    // requests. Requests beyond the count of countBuffer ask for nothing: their offset is the total. Equal addresses
    // replace counts by offsets; any other overlap is refused.
    BufferRange offsets = {};
    // Elements of the array. Clamped to kMaxCapacity.
    uint32_t capacity = kMaxCapacity;
    // Optional: receives the sum of all counts as a 32-bit unsigned integer, whatever the capacity. Sums saturate at
    // 2^32 - 1.
    BufferRange total = {};
    // Optional: receives the total, clamped to the capacity. If a request does not fit, this includes space that no
    // request received.
    IndirectCount indirect = {};

    BufferRange scratch = {};     // scratchSize(count) bytes or more, aligned to 16; zeroed once, before its first use
    uint64_t count = 0;           // requests; with countBuffer, their maximum
    BufferRange countBuffer = {}; // optional: a 32-bit unsigned count that the device reads, clamped to `count`
    bool barrierBefore = false;   // also records a barrier after all earlier commands
    bool barrierAfter = false;    // also records a barrier before all later commands
};

// A compiled suballocation: an exclusive sum by the kernels of Scan, with the dispatches, scratch and limits of a Scan
// of U32.
class Suballocate : public ArrayOperationOf<SuballocateDesc, SuballocateArgs> {};

} // namespace vkscan

#endif
