// Summed-area tables of volumes, whose entries are the sums of all texels with no greater x, y and z; and of stacks of
// slices, each with a table of its own. F. C. Crow, "Summed-area tables for texture mapping", 1984, in three
// dimensions.
#ifndef VKSCAN_SUMMED_VOLUME_TABLE_H
#define VKSCAN_SUMMED_VOLUME_TABLE_H

#include <vkscan/export.h>
#include <vkscan/operation.h>
#include <vkscan/summed_area_table.h>

namespace vkscan {

struct SummedVolumeTableDesc {
    // false: a volume. The entry at (x, y, z) is the sum of the texels from (0, 0, 0) to (x, y, z), all included.
    // true: a stack. Each slice has a summed-area table of its own, as the layers of an array of images have.
    bool separateSlices = false;
    // Images have one shape, in input and output: false: 3D; true: arrays of 2D images, a layer for each slice. Volumes
    // and stacks may be in either.
    bool arrayImages = false;
    Resource input = Resource::Buffer; // or SampledImage
    // Buffers: R8_UINT, R32_UINT or R32_SFLOAT. Images: those of SummedAreaTableDesc.
    VkFormat inputFormat = VK_FORMAT_UNDEFINED;
    Resource output = Resource::Buffer; // or StorageImage
    // Accumulation::U32: R32, RG32 or RGBA32 as UINT. Others: the same as SFLOAT; with F64 also R64, RG64 or RGBA64 as
    // SFLOAT. The table has the channels of this format; the input has at least as many, so of buffers it has one. A
    // volume in images of two channels needs the device feature shaderStorageImageExtendedFormats.
    VkFormat outputFormat = VK_FORMAT_UNDEFINED;
    // With images, U32 or F32. F32x2 and F64 are rounded to R32_SFLOAT once in a stack. In a volume they are rounded
    // twice: the entries of each slice, then their sums over slices.
    Accumulation accumulation = Accumulation::F32;
    // One for all slices. Bias::Mean: the mean of at most 16 x 16 of the region's texels, spread over the slices; of
    // those that are finite, or 0 if none are.
    Bias bias = Bias::None;
    // ZeroBorder: the table has one column and one row more than the region, and one slice more in a volume.
    TableLayout layout = TableLayout::Inclusive;
    // Also makes a table of the texels' squares, after subtraction of the bias.
    bool squares = false;

    Waiting waiting = Waiting::Auto;
};

// An image or a part of a buffer. Fields of the other kind are ignored.
struct VolumeSurface {
    // Buffers: aligned to a component. Rows aligned to 16 bytes are accessed in vectors, others more slowly. R8 texels
    // are read as aligned 32-bit words: the words at both ends are read whole.
    BufferRange buffer = {};
    // Buffers: bytes from row to row, at most 2 GiB; 0: rows are packed.
    VkDeviceSize rowPitch = 0;
    // Buffers: bytes from slice to slice, at most 2 GiB; at least those from a slice's first row to its last row's end.
    // 0: the rows of all slices follow each other.
    VkDeviceSize slicePitch = 0;

    // Images: a 3D view, or with arrayImages a 2D_ARRAY view of `extent.depth` layers or more, of one mip level, in the
    // description's format, identity swizzle. Ignored with ContextDesc::descriptorHeaps.
    VkImageView view = VK_NULL_HANDLE;
    // Images: as Surface::heapOffset, imageLayout and usage.
    uint32_t heapOffset = 0;
    VkImageLayout imageLayout = VK_IMAGE_LAYOUT_GENERAL;
    VkImageUsageFlags usage = 0;

    // Texels or entries. Images: each at most maxImageDimension3D; with arrayImages, maxImageDimension2D and
    // maxImageArrayLayers.
    VkExtent3D extent = {0, 0, 0};
};

struct VolumeRegion {
    VkOffset3D offset = {0, 0, 0};
    VkExtent3D extent = {0, 0, 0};
};

struct SummedVolumeTableArgs {
    VolumeSurface input = {};
    // The extent may exceed the table's: entries beyond it are not written. Must not overlap the input.
    VolumeSurface output = {};
    // As `output`, if the description asks for squares.
    VolumeSurface squares = {};
    // 16 bytes, aligned to 16: four F32, one for each channel of the table. Bias::Given: read; may lie in the input.
    // Bias::Mean: written.
    BufferRange bias = {};
    // The texels to sum. An extent of 0 x 0 x 0: all of the input.
    VolumeRegion region = {};
    // As SummedAreaTableArgs::descriptorSet.
    VkDescriptorSet descriptorSet = VK_NULL_HANDLE;

    // scratchSize(the region's extent) bytes or more, aligned to 16; zeroed once, before its first use.
    BufferRange scratch = {};
    bool barrierBefore = false; // also records a barrier behind all earlier commands; image layouts are the caller's
    bool barrierAfter = false;  // also records a barrier before all later commands
};

// The largest width, height and depth of a region.
constexpr uint32_t kMaxVolumeExtent = 2048;

// The most scratch of a region, in bytes. A region that needs more is refused: mostly one of more than 2^30 texels.
constexpr VkDeviceSize kMaxVolumeScratch = VkDeviceSize{1} << 34;

// A compiled summed-area table of many slices. The tables of all slices take one dispatch in a single pass, two more
// with its recovery pass, and two in two passes, or one if a slice is a single tile. A single pass reads the input
// once, two passes twice, and a recovery pass tiles that gave up twice more. In a volume, one more dispatch sums along z
// in place, and one for the squares: it reads and writes the table.
//
// Scratch, in percent of the table's bytes: 5, and more where slices are smaller than a tile; with Accumulation::F32x2
// and F64 two to four times as much.
class SummedVolumeTable : public TableOperationOf<SummedVolumeTableDesc, SummedVolumeTableArgs, VkExtent3D> {};

} // namespace vkscan

#endif
