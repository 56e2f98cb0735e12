// Prefix sums with any of the offered operators.
#ifndef VKSCAN_SCAN_H
#define VKSCAN_SCAN_H

#include <vkscan/context.h>
#include <vkscan/operation.h>
#include <vkscan/plan.h>
#include <vkscan/status.h>
#include <vkscan/types.h>

namespace vkscan {

constexpr uint32_t kMaxOrder = 16;
constexpr uint32_t kMaxTupleSize = 16;

struct ScanDesc {
    ElementType type = ElementType::U32;
    Op op = Op::Add;
    Kind kind = Kind::Inclusive;
    Direction direction = Direction::Forward;
    // How often the sum is applied: order q is q scans in a row. More than 1 with Op::Add only; at most kMaxOrder.
    // Integers, exact modulo 2^32 or 2^64, take one pass over memory while order times tupleSize is at most 16, and
    // else one for as many orders as fit and divide the whole; floats one for each order, so their error is that of q
    // scans: at most q d u times the same sum of magnitudes, with the rounding unit u and d additions in a row.
    // Maleki, Yang & Burtscher, "Higher-Order and Tuple-Based Massively-Parallel Prefix Sums", 2016.
    uint32_t order = 1;
    // Interleaved scans: element i belongs to the scan of those at i modulo tupleSize. At most kMaxTupleSize; the count
    // need not be a multiple.
    uint32_t tupleSize = 1;
    Strategy strategy = Strategy::Auto;
    // Of Strategy::Cascade and TruncatedCascade, which alone take it: the workgroups that share the array, at most the
    // device's maxComputeWorkGroupCount[0], and of TruncatedCascade at least 2. 0: the library's choice for the device.
    uint32_t cascadeWorkgroups = 0;
    // Lets a single-pass strategy run on a driver that is not listed for it. Should running workgroups not make
    // progress there after all, waits end after a bound, the output is incomplete, and scratch says so (ScratchStatus).
    bool assumeForwardProgress = false;
    // How workgroups scan tiles, with any strategy. One other than WorkgroupNetwork::Subgroup takes no order or
    // tupleSize beyond 1.
    WorkgroupNetworkDesc network = {};
    // The largest count that will be recorded; 0: any that the operation takes. Kernels that only larger counts take
    // are not compiled, so create takes less time: of Auto's five, a few thousand elements take one or two. maxCount()
    // returns at most this, and record refuses larger counts. Results do not depend on it.
    uint64_t maxCount = 0;
};

struct ScanArgs {
    // `count` elements each, aligned to the element. Equal addresses scan in place; any other overlap is refused.
    // An input that lies in its 16 bytes like the output is read in vectors, others somewhat more slowly.
    BufferRange input = {};
    BufferRange output = {};
    // At least scratchSize(count) bytes, aligned to 16; zeroed once, before its first use with any operation, and
    // never again unless 2^32 - 1 passes over memory have used it; with Strategy::Sam, one counts for as often as it
    // fills its scratch. Not shared by operations that may run concurrently.
    BufferRange scratch = {};
    // Elements; with a countBuffer, the most there may be. With 0, in all operations, arrays may be absent, and
    // what there is to tell of no elements is written all the same: totals, results, counts, offsets and fields of
    // indirect commands. Where there is none of these, nothing is recorded.
    uint64_t count = 0;
    // Optional: a 32-bit unsigned count that the device reads when it executes, clamped to `count`.
    BufferRange countBuffer = {};
    // Optional: receives an element for each of the tupleSize scans: the initial value and all its elements combined.
    // With an order beyond 1, its last result if inclusive; if exclusive, what one more element would get.
    BufferRange total = {};
    // Optional: what the scan starts from, of the scan's type; by default the operator's identity. With tuples, each of
    // their scans starts from it; with an order beyond 1 it is refused.
    Scalar initial = {};
    // Records a barrier from all earlier commands' writes before the scan, or to all later commands' reads and
    // writes behind it. By default the caller does this, for less: see record.
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// What scratch says of the runs since it was last zeroed: the 32-bit word at byte kScratchStatusOffset.
enum class ScratchStatus : uint32_t {
    Complete = 0,
    // A wait was given up, so the output of a run is incomplete, and later ones cannot be relied on. Stays until the
    // host zeroes the scratch, all of it.
    GaveUp = 1,
};
constexpr VkDeviceSize kScratchStatusOffset = 8;

// A compiled scan.
//
// Scratch: some 16 bytes per tile (a few thousand elements) and 32-bit word of an element. Counts: up to 2^33 and more,
// 2^32 and more of orders and tuples, less for FlatSum, SingleWorkgroup, small tiles of networks and, on lavapipe, Sam
// and both cascades.
class Scan : public ArrayOperation {
public:
    // Compiles the pipelines of every strategy that record may choose for counts up to desc.maxCount, but for those
    // that another operation of the context has: operations share pipelines of equal kernels. Replaces *scan on success
    // and leaves it alone otherwise. Calls may run in parallel if the context has no pipeline cache.
    static Status create(const Context& context, const ScanDesc& desc, Scan* scan) noexcept;

    // Records the scan: binds a compute pipeline, pushes constants and dispatches, and disturbs no other state of
    // the command buffer. The command buffer must be recording, outside a render pass, for a queue family with
    // compute. It may be submitted any number of times, one at a time.
    //
    // Synchronisation: all accesses happen in VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, as VK_ACCESS_SHADER_READ_BIT
    // (input, countBuffer, scratch) and VK_ACCESS_SHADER_WRITE_BIT (output, total, scratch). The caller makes earlier
    // writes visible to that before, and these visible to what follows; also between two recordings that share scratch.
    //
    // A status other than Success means that nothing was recorded.
    Status record(VkCommandBuffer commandBuffer, const ScanArgs& args) const noexcept;

    // What record would dispatch. See plan.h.
    Status plan(const ScanArgs& args, DispatchList* list) const noexcept;
};

} // namespace vkscan

#endif
