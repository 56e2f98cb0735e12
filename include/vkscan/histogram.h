// Histograms: how many elements of an array fall into each of many equally wide bins.
#ifndef VKSCAN_HISTOGRAM_H
#define VKSCAN_HISTOGRAM_H

#include <vkscan/export.h>
#include <vkscan/operation.h>

namespace vkscan {

constexpr uint32_t kMaxBinCount = 65536;

struct HistogramDesc {
    // Of the elements: U32, I32 or F32.
    ElementType type = ElementType::U32;
    // 1 to kMaxBinCount. Those that fit the device's shared memory (4 bytes each; all devices have room for 4096) are
    // counted there, more of them in memory, which is slower.
    uint32_t binCount = 256;
    // See operation.h. There is no choice of strategies.
    uint64_t maxCount = 0;
};

// An element x lies in bin k = floor((x - lower) / width), if x is not less than `lower` and k less than binCount;
// others are not counted. Of integers that is exact, also where x - lower exceeds the type. Of floats it is floor((x -
// lower) * (1 / width)) with each operation rounded to F32, so an element beside a bin's edge may be counted on the
// other side, unless width is a power of two and the difference exact. NaNs and infinities are not counted; devices may
// take subnormal numbers for 0.
struct HistogramArgs {
    BufferRange input = {};
    // Receives a 32-bit unsigned count for each bin, aligned to 4 bytes; need not be cleared. Counts wrap around,
    // modulo 2^32.
    BufferRange counts = {};
    // Where bin 0 begins, and how wide each bin is, of the histogram's type; by default 0 and 1. The width is more than
    // 0; of floats both, and 1 / width, are finite.
    Scalar lower = {};
    Scalar width = {};
    // See operation.h. There is no scratch.
    uint64_t count = 0;
    BufferRange countBuffer = {};
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// A compiled histogram: two dispatches, of which the first clears the counts. Each workgroup counts its elements in
// shared memory, and adds what it found to the counts.
//
// Counts of elements: up to 2^33 and more.
class Histogram : public ArrayOperation {
public:
    VKSCAN_API static Status create(const Context& context, const HistogramDesc& desc, Histogram* histogram) noexcept;
    // The counts are written and read.
    VKSCAN_API Status record(VkCommandBuffer commandBuffer, const HistogramArgs& args) const noexcept;
    VKSCAN_API Status plan(const HistogramArgs& args, DispatchList* list) const noexcept;
};

} // namespace vkscan

#endif
