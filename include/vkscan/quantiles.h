// Order statistics: the elements at given ranks of an array, or of each row of a matrix, if it were sorted.
#ifndef VKSCAN_QUANTILES_H
#define VKSCAN_QUANTILES_H

#include <vkscan/export.h>
#include <vkscan/operation.h>

namespace vkscan {

constexpr uint32_t kMaxQuantiles = 8;

struct QuantilesDesc {
    // Type of the keys: any of 32 or 64 bits. Floats are in the total order of RadixSort (radix_sort.h), where NaNs without a
    // sign are largest. F64 needs no device feature.
    ElementType type = ElementType::U32;

    uint64_t maxCount = 0; // the largest count that will be recorded; 0: any
};

// No output may overlap another argument. Without keys in the array or in a row, its results are left alone.
struct QuantilesArgs {
    // `count` keys. Not written.
    BufferRange input = {};
    // quantileCount words, aligned to 4, which the device reads. 32-bit floats: 0 is the smallest key, 1 the largest,
    // and q the one whose rank from 0 is nearest to q times (keys - 1); of two, the lower one, so 0.5 is the lower
    // median. They are clamped to 0 to 1, NaNs are 0, and they are rounded down to multiples of 2^-31. In any order.
    BufferRange quantiles = {};
    uint32_t quantileCount = 1; // 1 to kMaxQuantiles
    // The words are ranks instead: 32-bit unsigned integers from 0 on, clamped to the last one.
    bool areRanks = false;
    // Receives the keys: quantileCount for the array, or for each row.
    BufferRange output = {};
    // Rows, each with results of its own: elements of a row, and elements from the start of a row to the start of the
    // next; a pitch of 0 is the length. Padding between rows is not read. The count may cut the last row short. A
    // length of 0: the array is one row.
    uint32_t rowLength = 0;
    uint32_t rowPitch = 0;
    // Counts and keys between dispatches: temporarySize(count) bytes or more, aligned to 16, of any contents. Must not
    // be shared by operations that may run concurrently. With rows it may be absent.
    BufferRange temporary = {};

    uint64_t count = 0;           // keys; with countBuffer, their maximum
    BufferRange countBuffer = {}; // optional: a 32-bit unsigned count that the device reads, clamped to `count`
    bool barrierBefore = false;   // also records a barrier after all earlier commands
    bool barrierAfter = false;    // also records a barrier before all later commands
};

// A compiled search for order statistics. Results are the same in every run and on every device.
//
// A pass counts the keys of an interval in up to 2,048 bins, the next one those of the bin with the wanted key (Alabi
// et al., "Fast k-Selection Algorithms for Graphics Processing Units", 2012). In arrays of more than 2^22 keys, a
// sample provides the first interval, and the pass that counts it also lists its keys, so that they are read once. A
// key outside of the interval, or more keys in it than an eighth of the array, take a reading of the array for each
// further pass instead: at most 4 in all with one quantile of 32-bit keys. More quantiles have fewer bins each. Rows,
// one for each workgroup, take one dispatch and a reading for each pass; so does an array of some thousand keys.
//
// Scratch: none. Limit: 2^32 - 2^17 keys; on devices that bound loops, rows of 2^20.
class Quantiles : public ArrayOperationOf<QuantilesDesc, QuantilesArgs> {
public:
    // Bytes of `temporary` that suffice for every count up to maxCount: an eighth of the keys and some 100 KB; none for
    // some thousand keys. Monotone in maxCount.
    [[nodiscard]] VKSCAN_API VkDeviceSize temporarySize(uint64_t maxCount) const noexcept;
};

} // namespace vkscan

#endif
