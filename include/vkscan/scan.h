// Prefix sums with any of the offered operators.
#ifndef VKSCAN_SCAN_H
#define VKSCAN_SCAN_H

#include <vkscan/custom.h>
#include <vkscan/export.h>
#include <vkscan/operation.h>

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
    // Kernels of your own (custom.h), which say what elements are and how they combine, instead of the fields above but
    // kind and direction: leave these as they are.
    CustomKernels kernels = {};
    // See operation.h.
    Strategy strategy = Strategy::Auto;
    bool assumeForwardProgress = false;
    uint64_t maxCount = 0;
};

struct ScanArgs {
    // `count` elements each. Equal addresses scan in place; any other overlap is refused. Of kernels of your own,
    // elements are states; what these load or store by themselves is optional: see custom.h.
    BufferRange input = {};
    BufferRange output = {};
    // Optional: what the scan starts from, of the scan's type; by default the operator's identity. With tuples, each of
    // their scans starts from it; with an order beyond 1 it is refused.
    Scalar initial = {};
    // Of kernels of your own, which alone take them.
    Parameters parameters = {};
    // Optional: receives an element for each of the tupleSize scans: the initial value and all its elements combined.
    // With an order beyond 1, its last result if inclusive; if exclusive, what one more element would get.
    BufferRange total = {};
    // See operation.h.
    BufferRange scratch = {};
    uint64_t count = 0;
    BufferRange countBuffer = {};
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// A compiled scan.
//
// Scratch: some 16 bytes per tile (a few thousand elements) and 32-bit word of an element. Counts: up to 2^33 and more,
// 2^32 and more of orders and tuples, less for FlatSum and SingleWorkgroup.
class Scan : public ArrayOperation {
public:
    VKSCAN_API static Status create(const Context& context, const ScanDesc& desc, Scan* scan) noexcept;
    VKSCAN_API Status record(VkCommandBuffer commandBuffer, const ScanArgs& args) const noexcept;
    VKSCAN_API Status plan(const ScanArgs& args, DispatchList* list) const noexcept;
};

} // namespace vkscan

#endif
