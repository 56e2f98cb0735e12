// Distributions: the cumulative sums of weights, by which shaders draw elements with probabilities in proportion to
// them.
#ifndef VKSCAN_DISTRIBUTION_H
#define VKSCAN_DISTRIBUTION_H

#include <vkscan/export.h>
#include <vkscan/operation.h>

namespace vkscan {

constexpr uint32_t kMaxDistributionRowLength = 65536;
constexpr uint32_t kMaxDistributionRows = 1 << 20;

struct DistributionDesc {
    uint64_t maxCount = 0; // the largest count that will be recorded; 0: any
};

// Rows of so many elements.
[[nodiscard]] constexpr uint64_t distributionRows(uint64_t count, uint32_t rowLength) noexcept
{
    return rowLength == 0 ? 0 : count / rowLength + (count % rowLength != 0 ? 1 : 0);
}

// Entries of a table, 4 bytes each: the rows' sums, in whole vectors of 16 bytes, then one for each element.
[[nodiscard]] constexpr uint64_t distributionEntries(uint64_t count, uint32_t rowLength) noexcept
{
    return (distributionRows(count, rowLength) + 3) / 4 * 4 + count;
}

// An image of width w and height h has w h weights in rows of w. Arrays of one dimension are cut into rows, too, of
// which the last may be shorter.
//
// A weight w counts as follows. Infinity, and more than 2^96: 2^96. Negative numbers, NaNs, and less than 2^-126, the
// least normal number: 0. So sums are always finite. If all weights count as 0, all elements are drawn alike.
struct DistributionArgs {
    // Weights: `count` F32.
    BufferRange input = {};
    // The table: receives distributionEntries(count, rowLength) F32. Must not overlap the input. Shaders read it
    // through distribution.glsl or distribution.hlsl. Entry r is the sum of the rows up to row r; so the last row's is
    // the total. Further entries, from the first multiple of 4 on that is no less than the number of rows, are the sums
    // of each row's weights up to each element. The up to 3 entries in between are not written.
    BufferRange output = {};
    // 1 to kMaxDistributionRowLength, and long enough for `count` elements to have at most kMaxDistributionRows rows.
    // A workgroup sums a row: with 1,024 to 4,096 elements, arrays of one dimension are summed fast.
    uint32_t rowLength = 2048;

    uint64_t count = 0;           // weights; with countBuffer, their maximum
    BufferRange countBuffer = {}; // optional: a 32-bit unsigned count that the device reads; weights behind count as 0
    bool barrierBefore = false;   // also records a barrier behind all earlier commands
    bool barrierAfter = false;    // also records a barrier before all later commands
};

// A compiled distribution: two dispatches. The first sums each row, the second the rows' totals.
//
// Within a row, and among the rows, entries never decrease, although sums are rounded, so that binary search finds an
// element. An entry whose weight counts as 0 equals the one before it, or is 0 if it is the first, so that the element
// is never drawn. With subgroups of 32 lanes, an entry's relative error is at most 2^-19 for rows of up to 2,048
// elements, and 2^-16 for any; with fewer lanes, it grows at most in proportion.
//
// Scratch: none. Limit: 2^31 elements.
class Distribution : public ArrayOperation {
public:
    VKSCAN_API static Status create(const Context& context, const DistributionDesc& desc,
                                    Distribution* distribution) noexcept;
    VKSCAN_API Status record(VkCommandBuffer commandBuffer, const DistributionArgs& args) const noexcept;
    VKSCAN_API Status plan(const DistributionArgs& args, DispatchList* list) const noexcept;
};

} // namespace vkscan

#endif
