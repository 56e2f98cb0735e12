// Histograms: the number of elements of an array in each of many bins of equal width.
#ifndef VKSCAN_HISTOGRAM_H
#define VKSCAN_HISTOGRAM_H

#include <vkscan/export.h>
#include <vkscan/operation.h>

namespace vkscan {

constexpr uint32_t kMaxBinCount = 65536;

struct HistogramDesc {
    // Type of the elements: U32, I32 or F32.
    ElementType type = ElementType::U32;
    // 1 to kMaxBinCount. If the bins exceed the device's shared memory (4 bytes each: 4,096 fit every device), elements
    // are read once for each part of the bins that fits.
    uint32_t binCount = 256;

    uint64_t maxCount = 0; // the largest count that will be recorded; 0: any

    // How the input is stored in memory (types.h): U8, say, for the components of an image. Bins are of `type`.
    StoredType input = StoredType::Same;
};

// An element x belongs to bin k = floor((x - lower) / width) if x >= lower and k < binCount; other elements are not
// counted. For integers this is exact, also if x - lower exceeds the type. For floats it is floor((x - lower) * (1 /
// width)), each operation rounded to the 24 bits of an F32, but of any exponent: an element near a bin's edge may be
// counted on the other side, unless width is a power of two and the difference is exact. The test x >= lower is exact.
// Nothing overflows, and no device treats subnormal numbers as 0. NaNs and infinities are not counted.
struct HistogramArgs {
    // `count` elements.
    BufferRange input = {};
    // Receives a 32-bit unsigned count for each bin, modulo 2^32; aligned to 4 bytes. Need not be cleared.
    BufferRange counts = {};
    // Lower edge of bin 0, and width of each bin; of the histogram's type. The defaults are 0 and 1. Width is greater
    // than 0. For floats both are finite.
    Scalar lower = {};
    Scalar width = {};

    uint64_t count = 0;           // elements; with countBuffer, their maximum
    BufferRange countBuffer = {}; // optional: a 32-bit unsigned count that the device reads, clamped to `count`
    bool barrierBefore = false;   // also records a barrier after all earlier commands
    bool barrierAfter = false;    // also records a barrier before all later commands
};

// A compiled histogram: two dispatches. The first clears the counts. In the second, each workgroup counts its elements
// in shared memory and adds the result to the counts.
//
// Scratch: none. Limit: 2^36 elements or more.
class Histogram : public ArrayOperationOf<HistogramDesc, HistogramArgs> {};

} // namespace vkscan

#endif
