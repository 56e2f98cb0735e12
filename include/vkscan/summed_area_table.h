// Summed-area tables (integral images): each entry is the sum of all texels above and to the left of it.
#ifndef VKSCAN_SUMMED_AREA_TABLE_H
#define VKSCAN_SUMMED_AREA_TABLE_H

#include <vkscan/export.h>
#include <vkscan/operation.h>

namespace vkscan {

// Where texels or entries lie.
enum class Resource { Buffer, SampledImage, StorageImage };

// What sums are formed in.
enum class Accumulation {
    // Exact modulo 2^32. Takes UINT formats, and UNORM formats as their integer codes.
    U32,
    // An entry's relative error is some 1e-6 at most; a bias makes entries, and so the errors of boxes, smaller.
    F32,
    // Compensated: pairs of F32, some 48 bits, rounded once to the table's F32. Method: Knuth's two-sum. That rounding
    // is what remains of a box's error, so it takes a bias, too, to be worth its cost.
    F32x2,
    // Needs the device feature shaderFloat64. Kept in full by buffers of R64 components, rounded once to others.
    F64,
};

// What is subtracted from every texel before it is summed, so that sums stay small and F32 keeps more of their digits.
// Queries add it again (summed_area_table.glsl).
enum class Bias {
    None,
    // Four F32 that the device reads from args.bias when it executes.
    Given,
    // The mean of the region's texels on a grid of at most 64 x 64, written to args.bias: one more, small dispatch.
    Mean,
};

enum class TableLayout {
    // As large as the region: the entry at (x, y) sums the texels from (0, 0) to (x, y), both included.
    Inclusive,
    // One row and one column more: the entry at (x, y) sums the texels before column x and row y, so that the first
    // row and column are zero and box queries need no special case.
    ZeroBorder,
};

struct SummedAreaTableDesc {
    Resource input = Resource::SampledImage;
    // Images: R8, RG8, RGBA8 and R16, RG16, RGBA16 as UNORM or UINT, R16, RG16, RGBA16 as SFLOAT, R32, RG32, RGBA32 as
    // UINT or SFLOAT, where the device has them. Buffers: R8_UINT, R32_UINT, R32_SFLOAT.
    VkFormat inputFormat = VK_FORMAT_UNDEFINED;
    Resource output = Resource::StorageImage; // or Buffer
    // R32, RG32, RGBA32 as UINT for Accumulation::U32, else as SFLOAT; in buffers also R64, RG64, RGBA64 as SFLOAT for
    // F64. The table has as many channels as this, and the input at least as many.
    VkFormat outputFormat = VK_FORMAT_UNDEFINED;
    Accumulation accumulation = Accumulation::F32;
    Bias bias = Bias::None;
    TableLayout layout = TableLayout::Inclusive;
    // Makes a second table of the same kind in the same pass: of the squares, after subtraction of the bias.
    bool squares = false;
    // See operation.h. Auto, ReduceThenScan, FlatSum or Spine.
    Strategy strategy = Strategy::Auto;
    bool assumeForwardProgress = false;
    // The largest width and height of a region that will be recorded; 0: kMaxTableExtent. On listed drivers, Auto then
    // compiles one large kernel instead of two for tables of up to some million texels.
    VkExtent2D maxExtent = {0, 0};
};

// An image or a part of a buffer; what does not apply is ignored.
struct Surface {
    // Buffers. Aligned to a component; 16-byte aligned rows are accessed in vectors, others more slowly. R8 texels are
    // read as aligned 32-bit words, whole ones also at either end.
    BufferRange buffer = {};
    // Bytes from row to row, at most 2 GiB; 0 means that rows are packed.
    VkDeviceSize rowPitch = 0;

    // Images: a 2D view of one mip level and layer, in the description's format, identity swizzle.
    VkImageView view = VK_NULL_HANDLE;
    // The layout when the commands execute: GENERAL or, to sample, SHADER_READ_ONLY_OPTIMAL or READ_ONLY_OPTIMAL.
    VkImageLayout imageLayout = VK_IMAGE_LAYOUT_GENERAL;
    // What the image was created with: SAMPLED or STORAGE is needed, as the description says.
    VkImageUsageFlags usage = 0;

    // In texels or entries.
    VkExtent2D extent = {0, 0};
};

struct SummedAreaTableArgs {
    Surface input = {};
    // Its extent may exceed the table's; what is beyond is not written. Must not overlap the input.
    Surface output = {};
    Surface squares = {}; // as output, if the description asks for it
    // 16 bytes, aligned to 16: four F32, one a channel. Read with Bias::Given, and may then lie in the input; written
    // with Bias::Mean.
    BufferRange bias = {};
    // The texels to sum; an extent of 0 x 0 means all of the input.
    VkRect2D region = {};
    // At least scratchSize(region's extent) bytes. For this and what follows, see operation.h.
    BufferRange scratch = {};
    // With images, unless the context has push descriptors: a set of descriptorSetLayout() that writeDescriptors()
    // was called on with the same surfaces.
    VkDescriptorSet descriptorSet = VK_NULL_HANDLE;
    // Image layouts are always the caller's.
    bool barrierBefore = false;
    bool barrierAfter = false;
};

// The largest width and height of a region.
constexpr uint32_t kMaxTableExtent = 16384;

// A compiled summed-area table operation.
class SummedAreaTable : public Operation {
public:
    VKSCAN_API static Status create(const Context& context, const SummedAreaTableDesc& desc,
                                    SummedAreaTable* table) noexcept;

    // Bytes of scratch that any recording takes whose region is at most this wide and high; monotone in both. 0 for
    // an extent of 0 or beyond the description's maxExtent.
    [[nodiscard]] VKSCAN_API VkDeviceSize scratchSize(VkExtent2D maxExtent) const noexcept;

    // The strategy that record takes for a region's extent; Auto if it takes none.
    [[nodiscard]] VKSCAN_API Strategy strategyFor(VkExtent2D extent) const noexcept;

    // For sets of one's own; null for buffers alone, and where the context has push descriptors, whose layouts no set
    // can be allocated from. Owned by the operation. A set takes up to three descriptors: the input's, a combined image
    // sampler (the sampler is the layout's own) or a storage image, and two storage images.
    [[nodiscard]] VKSCAN_API VkDescriptorSetLayout descriptorSetLayout() const noexcept;
    // Writes the surfaces' images into such a set, which must not be in use. Needs nothing of args but the surfaces.
    VKSCAN_API Status writeDescriptors(VkDescriptorSet set, const SummedAreaTableArgs& args) const noexcept;

    // Reads input, bias and scratch, and writes output, squares, bias and scratch.
    VKSCAN_API Status record(VkCommandBuffer commandBuffer, const SummedAreaTableArgs& args) const noexcept;

    // Images are not among the accesses: each dispatch may read the input's, and the last writes the tables'. They are
    // at bindings 0 (the input), 1 (the sums) and 2 (the squares; the sums, where there are none) of set 0. A sampled
    // input's sampler takes the nearest texel and clamps to the edge.
    VKSCAN_API Status plan(const SummedAreaTableArgs& args, DispatchList* list) const noexcept;

    struct Impl;

private:
    [[nodiscard]] const Impl* impl() const noexcept;
};

} // namespace vkscan

#endif
