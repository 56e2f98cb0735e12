// Summed-area tables (integral images): each entry is the sum of all texels above and to the left of it.
#ifndef VKSCAN_SUMMED_AREA_TABLE_H
#define VKSCAN_SUMMED_AREA_TABLE_H

#include <vkscan/export.h>
#include <vkscan/operation.h>
#include <vkscan/surface.h>

namespace vkscan {

// The arithmetic of the sums.
enum class Accumulation {
    // Exact modulo 2^32. For UINT formats, and for the integer codes of UNORM formats.
    U32,
    // The relative error of an entry is at most about 1e-6. A bias makes entries, and so the errors of boxes, smaller.
    F32,
    // Compensated sums: pairs of F32 with about 48 bits, by Knuth's two-sum, rounded once to the table's F32. That
    // rounding is the only error of a box, so the cost only pays with a bias.
    F32x2,
    // Needs the device feature shaderFloat64, and a table in a buffer. Stored in full in R64 components, rounded once
    // in R32 components.
    F64,
};
struct AccumulationRow {
    Accumulation value;
    const char* name;
    uint32_t words; // 32-bit words of a sum
};
inline constexpr AccumulationRow kAccumulations[] = {{Accumulation::U32, "u32", 1},
                                                     {Accumulation::F32, "f32", 1},
                                                     {Accumulation::F32x2, "f32x2", 2},
                                                     {Accumulation::F64, "f64", 2}};

// The bias that is subtracted from every texel before it is summed. It keeps sums small, so that F32 holds more of
// their digits. Queries add it back (summed_area_table.glsl).
enum class Bias {
    None,
    // Four F32, which the device reads from SummedAreaTableArgs::bias when the commands execute.
    Given,
    // The mean of at most 16 x 16 of the region's finite texels, on a grid; 0 if none are finite. It is also written to
    // SummedAreaTableArgs::bias.
    Mean,
};
struct BiasRow {
    Bias value;
    const char* name;
};
inline constexpr BiasRow kBiases[] = {{Bias::None, "none"}, {Bias::Given, "given"}, {Bias::Mean, "mean"}};

enum class TableLayout {
    // A table as large as the region. The entry at (x, y) is the sum of the texels from (0, 0) to (x, y), both
    // included.
    Inclusive,
    // One row and one column more than the region. The entry at (x, y) is the sum of the texels before column x and row
    // y: the first row and column are zero, and box queries need no special case.
    ZeroBorder,
};
struct TableLayoutRow {
    TableLayout value;
    const char* name;
};
inline constexpr TableLayoutRow kTableLayouts[] = {{TableLayout::Inclusive, "inclusive"},
                                                   {TableLayout::ZeroBorder, "zero-border"}};

struct SummedAreaTableDesc {
    // SampledImage or Buffer. An image that a shader has written as a storage image is sampled in layout GENERAL.
    Resource input = Resource::SampledImage;
    // Images: R8, RG8, RGBA8 and R16, RG16, RGBA16 as UNORM or UINT; R16, RG16, RGBA16 as SFLOAT; R32, RG32, RGBA32 as
    // UINT or SFLOAT, if the device has them. Buffers: R8_UINT, R32_UINT, R32_SFLOAT.
    VkFormat inputFormat = VK_FORMAT_UNDEFINED;
    Resource output = Resource::StorageImage; // StorageImage or Buffer
    // Accumulation::U32: R32, RG32 or RGBA32 as UINT. Others: R32, RG32 or RGBA32 as SFLOAT; for F64 also R64, RG64 or
    // RGBA64 as SFLOAT. The table has the channels of this format; the input has at least those.
    VkFormat outputFormat = VK_FORMAT_UNDEFINED;
    Accumulation accumulation = Accumulation::F32;
    Bias bias = Bias::None;
    TableLayout layout = TableLayout::Inclusive;
    // Also makes a table of the squares of the texels minus the bias, in the same pass.
    bool squares = false;

    Waiting waiting = Waiting::Auto;
    // The largest width and height of a region that will be recorded; 0: kMaxTableExtent. Smaller regions need fewer
    // large kernels. On listed drivers, Auto compiles one instead of two for a region of at most 1,024 tiles, such as
    // 4096 x 2048 texels of one channel. On other drivers, it compiles two instead of four for a region of less than 24
    // MiB of texels.
    VkExtent2D maxExtent = {0, 0};

    // Tables of floats have the same bits on every device: the order of summation depends only on the region's extent
    // and the description (docs/reproducible.md states it, and what it assumes of devices; reference.h implements it on
    // the CPU). Changes nothing for Accumulation::U32, which is exact in any order. Needs Accumulation::F32, and
    // Bias::None or Given. No workgroup waits then.
    bool reproducible = false;
};

struct SummedAreaTableArgs {
    Surface input = {};
    // The extent may exceed the table's: entries beyond it are not written. Must not overlap the input.
    Surface output = {};
    // The table of squares, like `output`, if the description asks for it.
    Surface squares = {};
    // 16 bytes, aligned to 16: four F32, one for each channel. Bias::Given: read; may lie in the input. Bias::Mean:
    // written.
    BufferRange bias = {};
    // The texels to sum. An extent of 0 x 0: all of the input.
    VkRect2D region = {};
    // Required with images, unless the context has push descriptors or descriptor heaps: a set of descriptorSetLayout()
    // to which writeDescriptors() wrote the same surfaces.
    VkDescriptorSet descriptorSet = VK_NULL_HANDLE;

    // scratchSize(the region's extent) bytes or more, aligned to 16; zeroed once, before its first use.
    BufferRange scratch = {};
    bool barrierBefore = false; // also records a barrier after all earlier commands; image layouts are the caller's
    bool barrierAfter = false;  // also records a barrier before all later commands
};

// The most tables of one recordBatch.
constexpr uint32_t kMaxTableBatch = 8;

// The largest width and height of a region.
constexpr uint32_t kMaxTableExtent = 16384;

// A compiled summed-area table: the members of SummedAreaTable and SummedVolumeTable.
template <class Desc, class Args, class Extent>
class TableOperationOf : public Operation {
public:
    TableOperationOf() noexcept = default;

    // Checks the description and compiles the pipelines that record may dispatch. Replaces *table on success, and
    // leaves it alone otherwise.
    VKSCAN_API static Status create(const Context& context, const Desc& desc, TableOperationOf* table) noexcept;

    // Bytes of scratch that suffice for every region of at most this extent; monotone in each dimension. 0 for an
    // extent that record refuses.
    [[nodiscard]] VKSCAN_API VkDeviceSize scratchSize(Extent maxExtent) const noexcept;

    // The layout of Args::descriptorSet. Null if input and output are buffers, and with push descriptors or descriptor
    // heaps. Owned by the operation. A set has up to three descriptors: the input, a combined image sampler (with an
    // immutable sampler); and two storage images.
    [[nodiscard]] VKSCAN_API VkDescriptorSetLayout descriptorSetLayout() const noexcept;
    // Writes the images of the surfaces to such a set, which must not be in use. Reads only the surfaces of args.
    VKSCAN_API Status writeDescriptors(VkDescriptorSet set, const Args& args) const noexcept;

    // Checks the arguments and records dispatches. Waits for nothing and allocates nothing.
    VKSCAN_API Status record(VkCommandBuffer commandBuffer, const Args& args) const noexcept;

    // Returns the dispatches that record would record, as data: see plan.h. Images are not among the accesses, but
    // barriers between dispatches also order them. Each dispatch except those along z may read the input, the last of
    // them writes the tables, and each dispatch along z reads and writes one table. Bindings of set 0: 0 is the input,
    // 1 the sums, 2 the squares (or the sums again, without squares). The sampler of a sampled input takes the nearest
    // texel and clamps to the edge.
    VKSCAN_API Status plan(const Args& args, DispatchList* list) const noexcept;

    struct Tuned;

protected:
    TableOperationOf(TableOperationOf&& other) noexcept = default;
    TableOperationOf& operator=(TableOperationOf&& other) noexcept = default;
};

// A compiled summed-area table. A single pass takes one dispatch. Two passes take two, or one for a single tile. On
// unlisted drivers, a single pass has short waits and takes a second dispatch, the recovery pass for tiles that gave
// up; if none did, it ends at once. Devices without 64-bit atomics always take two passes.
//
// Scratch, in percent of the table's bytes: R32 tables 5, RGBA32 tables 6 on listed drivers and 9 elsewhere; with
// Accumulation::F32x2 and F64 two to four times that.
class SummedAreaTable : public TableOperationOf<SummedAreaTableDesc, SummedAreaTableArgs, VkExtent2D> {
public:
    // Records 1 to kMaxTableBatch tables that the device builds side by side. A single pass needs no barrier between
    // them; two passes and a recovery pass have the barriers of one table. Extents may differ. No table may write what
    // another reads or writes, so each has its own output, squares, scratch and, unless it is given, bias. Barriers are
    // placed before, and after, all tables if any of them asks for it. A status names the first wrong argument.
    VKSCAN_API Status recordBatch(VkCommandBuffer commandBuffer, const SummedAreaTableArgs* tables,
                                  uint32_t count) const noexcept;
};

} // namespace vkscan

#endif
