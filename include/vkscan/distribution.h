// Distributions: cumulative sums of the weights of an array, or of an image's light. Shaders use them to draw elements
// with probabilities in proportion to their weights.
#ifndef VKSCAN_DISTRIBUTION_H
#define VKSCAN_DISTRIBUTION_H

#include <vkscan/export.h>
#include <vkscan/operation.h>
#include <vkscan/surface.h>

namespace vkscan {

constexpr uint32_t kMaxDistributionRowLength = 65536;
constexpr uint32_t kMaxDistributionRows = 1 << 20;

struct DistributionDesc {
    uint64_t maxCount = 0;  // the largest count that will be recorded; 0: any
    bool withAlias = false; // calls may have DistributionArgs::alias

    // Buffer: weights are DistributionArgs::input. SampledImage: each texel of DistributionArgs::image is a weight.
    Resource input = Resource::Buffer;
    // Images: R8_UNORM, R16_UNORM, R16_SFLOAT or R32_SFLOAT, whose channel is the weight; or R8G8B8A8_UNORM,
    // R8G8B8A8_SRGB, R16G16B16A16_UNORM, R16G16B16A16_SFLOAT, R32G32B32A32_SFLOAT, B10G11R11_UFLOAT_PACK32 or
    // E5B9G9R9_UFLOAT_PACK32, whose weight is the luminance of linear red, green and blue, 0.2126 R + 0.7152 G + 0.0722
    // B (ITU-R BT.709). The device must sample the format.
    VkFormat inputFormat = VK_FORMAT_UNDEFINED;
    // Images: a map of all directions, its rows latitudes from pole to pole, its columns longitudes. Weights are
    // multiplied by the texel's solid angle in steradians, so that directions are drawn in proportion to their light,
    // and the table's total is the light of the whole sphere.
    bool equirectangular = false;
};

// Rows of an array of `count` elements.
[[nodiscard]] constexpr uint64_t distributionRows(uint64_t count, uint32_t rowLength) noexcept
{
    return rowLength == 0 ? 0 : count / rowLength + (count % rowLength != 0 ? 1 : 0);
}

// Entries of a table, 4 bytes each: the rows' sums, in whole vectors of 16 bytes, then one for each element.
[[nodiscard]] constexpr uint64_t distributionEntries(uint64_t count, uint32_t rowLength) noexcept
{
    return (distributionRows(count, rowLength) + 3) / 4 * 4 + count;
}

// Entries of an alias table, 8 bytes each: one for each row, then one for each element.
[[nodiscard]] constexpr uint64_t distributionAliasEntries(uint64_t count, uint32_t rowLength) noexcept
{
    return distributionRows(count, rowLength) + count;
}

// Bytes of `temporary` of a call with an alias table: 16 for each of its entries, for each row, and once more.
[[nodiscard]] constexpr uint64_t distributionTemporaryBytes(uint64_t count, uint32_t rowLength) noexcept
{
    return 16 * (distributionAliasEntries(count, rowLength) + distributionRows(count, rowLength) + 1);
}

// An image of width w and height h has w h weights in rows of w. Arrays of one dimension are also cut into rows; the
// last may be shorter.
//
// A weight w is clamped so that sums are always finite. Infinity, and more than 2^96, count as 2^96. Negative numbers,
// NaNs, and less than 2^-126, the least normal number, count as 0. If all weights count as 0, all elements are equally
// likely. An image's channels are clamped in this way, and then the weight that they make.
//
// With Resource::SampledImage, `image` and `descriptorSet` replace `input`, `rowLength` and `count`, which are ignored:
// the image's width is the row length, its texels are the count. There is no countBuffer.
struct DistributionArgs {
    // Weights: `count` F32.
    BufferRange input = {};
    // The table: receives distributionEntries(count, rowLength) F32. Must not overlap the input. Shaders read it
    // through distribution.glsl or distribution.hlsl. Entry r is the sum of rows 0 to r, so that the last row's entry
    // is the total. After these, from the next multiple of 4 on, there is an entry for each element: the sum of its row
    // up to it. The up to 3 entries in between are not written.
    BufferRange output = {};
    // 1 to kMaxDistributionRowLength, and long enough for `count` elements to have at most kMaxDistributionRows rows.
    // One workgroup sums a row: 1,024 to 4,096 elements are fast for arrays of one dimension.
    uint32_t rowLength = 2048;
    // Optional; needs withAlias. Receives distributionAliasEntries(count, rowLength) entries of 8 bytes, aligned to 8:
    // a threshold, F32, and an item, U32. There is an entry for each row, whose item is a row, then for each element,
    // whose item is a column of its row. Two random numbers from [0, 1) draw an item: the first chooses an entry of the
    // rows, or of a row's elements, with equal probability. If the second is below its threshold, the result is the
    // entry's own row or column, otherwise its item.
    BufferRange alias = {};
    // With alias: distributionTemporaryBytes(count, rowLength) bytes or more, aligned to 16, of any contents. Must not
    // be shared by operations that may run concurrently.
    BufferRange temporary = {};

    uint64_t count = 0;           // weights; with countBuffer, their maximum
    BufferRange countBuffer = {}; // optional: a 32-bit unsigned count that the device reads; later weights count as 0
    bool barrierBefore = false;   // also records a barrier after all earlier commands
    bool barrierAfter = false;    // also records a barrier before all later commands

    // Resource::SampledImage: an extent of at most kMaxDistributionRowLength x kMaxDistributionRows and maxCount()
    // texels. Image layouts are the caller's, also with barrierBefore.
    Surface image = {};
    // Resource::SampledImage, unless the context has push descriptors or descriptor heaps: a set of
    // descriptorSetLayout() to which writeDescriptors() wrote the same image.
    VkDescriptorSet descriptorSet = VK_NULL_HANDLE;
};

// A compiled distribution: two dispatches. The first sums each row, the second the rows' totals.
//
// Within a row, and among the rows, entries never decrease, although sums are rounded, so that binary search finds an
// element. An entry whose weight counts as 0 equals the one before it, or is 0 if it is the first: the element is never
// drawn. With subgroups of 32 lanes, an entry's relative error is at most 2^-19 for rows of up to 2,048 elements, and
// 2^-16 for any; with fewer lanes, it grows at most in proportion.
//
// An alias table takes two more dispatches. It draws rows, and a row's elements, in proportion to the differences of
// their entries in the table. Let p be an item's share of its list, and n the list's length. The item is drawn with the
// probability p, with an error of at most p 2^-20 and 2^-20 / n for each of the list's entries that draws it. An item
// whose weight counts as 0 is never drawn; neither is one with less than 2^-23 of its list's mean weight. Thresholds
// are computed from the table in exact integers. Walker, "An Efficient Method for Generating Discrete Random Variables
// with General Distributions", 1977; in parallel, by sums and searches: Lehmann, Huebschle-Schneider & Sanders,
// "Weighted Random Sampling on GPUs", 2021 (arXiv 2106.12270).
//
// A plan does not list the image among the accesses: the first dispatch reads it through binding 0 of set 0, which the
// kernel of the second dispatch also declares.
//
// Scratch: none. Limit: 2^31 elements.
class Distribution : public ArrayOperationOf<DistributionDesc, DistributionArgs> {
public:
    // The layout of DistributionArgs::descriptorSet: one combined image sampler, with an immutable sampler. Null
    // without an image, and with push descriptors or descriptor heaps. Owned by the operation.
    [[nodiscard]] VKSCAN_API VkDescriptorSetLayout descriptorSetLayout() const noexcept;
    // Writes DistributionArgs::image to such a set, which must not be in use. Reads no other argument.
    VKSCAN_API Status writeDescriptors(VkDescriptorSet set, const DistributionArgs& args) const noexcept;
};

} // namespace vkscan

#endif
