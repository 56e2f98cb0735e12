// Summed-area tables of volumes and of stacks of slices. An entry of a volume's table is the sum of all texels with no
// greater x, y and z; in a stack, each slice has a table of its own. F. C. Crow, "Summed-area tables for texture
// mapping", 1984, in three dimensions.
#ifndef VKSCAN_SUMMED_VOLUME_TABLE_H
#define VKSCAN_SUMMED_VOLUME_TABLE_H

#include <vkscan/export.h>
#include <vkscan/operation.h>
#include <vkscan/summed_area_table.h>

namespace vkscan {

struct SummedVolumeTableDesc {
    // false: a volume. The entry at (x, y, z) is the sum of the texels from (0, 0, 0) to (x, y, z), all included. true:
    // a stack. Each slice, such as a layer of an array of images, has a summed-area table of its own.
    bool separateSlices = false;
    // The shape of images, input and output. false: 3D; true: arrays of 2D images, a layer for each slice. Volumes and
    // stacks may be in either.
    bool arrayImages = false;
    Resource input = Resource::Buffer; // Buffer or SampledImage
    // Buffers: R8_UINT, R32_UINT or R32_SFLOAT. Images: the formats of SummedAreaTableDesc.
    VkFormat inputFormat = VK_FORMAT_UNDEFINED;
    Resource output = Resource::Buffer; // Buffer or StorageImage
    // Accumulation::U32: R32, RG32 or RGBA32 as UINT. Others: R32, RG32 or RGBA32 as SFLOAT; with F64 also R64, RG64 or
    // RGBA64 as SFLOAT. The table has the channels of this format, and the input at least as many. Tables of buffers
    // have one channel. A volume in images of two channels needs the device feature shaderStorageImageExtendedFormats.
    VkFormat outputFormat = VK_FORMAT_UNDEFINED;
    // U32 or F32 with images. F32x2 and F64 are rounded to R32_SFLOAT once in a stack. In a volume they are rounded
    // twice: the entries of each slice, then their sums over slices.
    Accumulation accumulation = Accumulation::F32;
    // One bias for all slices. Bias::Mean: the mean of at most 16 x 16 of the region's finite texels, spread over the
    // slices; 0 if none are finite.
    Bias bias = Bias::None;
    // ZeroBorder: the table has one column and one row more than the region, and one slice more in a volume.
    TableLayout layout = TableLayout::Inclusive;
    // Also makes a table of the squares of the texels minus the bias.
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
    // Buffers: bytes from slice to slice, at most 2 GiB; at least those from the start of a slice's first row to the
    // end of its last. 0: slices are packed.
    VkDeviceSize slicePitch = 0;

    // Images: a 3D view, or with arrayImages a 2D_ARRAY view of `extent.depth` layers or more, of one mip level, in the
    // description's format, identity swizzle. Ignored with ContextDesc::descriptorHeaps.
    VkImageView view = VK_NULL_HANDLE;
    // Images: see Surface::heapOffset, imageLayout and usage.
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
    // The table of squares, like `output`, if the description asks for it.
    VolumeSurface squares = {};
    // 16 bytes, aligned to 16: four F32, one for each channel of the table. Bias::Given: read; may lie in the input.
    // Bias::Mean: written.
    BufferRange bias = {};
    // The texels to sum. An extent of 0 x 0 x 0: all of the input.
    VolumeRegion region = {};
    // See SummedAreaTableArgs::descriptorSet.
    VkDescriptorSet descriptorSet = VK_NULL_HANDLE;

    // scratchSize(the region's extent) bytes or more, aligned to 16; zeroed once, before its first use.
    BufferRange scratch = {};
    bool barrierBefore = false; // also records a barrier after all earlier commands; image layouts are the caller's
    bool barrierAfter = false;  // also records a barrier before all later commands
};

// The largest width, height and depth of a region.
constexpr uint32_t kMaxVolumeExtent = 2048;

// The most scratch of a region, in bytes. A region that needs more is refused: usually one of more than 2^30 texels.
constexpr VkDeviceSize kMaxVolumeScratch = VkDeviceSize{1} << 34;

// A compiled summed-area table of many slices. The tables of all slices take one dispatch in a single pass, two more
// with its recovery pass, and two in two passes, or one if a slice is a single tile. A single pass reads the input
// once, two passes twice; a recovery pass reads tiles that gave up twice more. A volume takes one more dispatch, and
// one for the squares, which sums the table along z in place.
//
// Scratch, in percent of the table's bytes: 5, and more if slices are smaller than a tile; with Accumulation::F32x2 and
// F64 two to four times that.
class SummedVolumeTable : public TableOperationOf<SummedVolumeTableDesc, SummedVolumeTableArgs, VkExtent3D> {};

} // namespace vkscan

#endif
