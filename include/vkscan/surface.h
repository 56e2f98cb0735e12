// Surfaces: images, or parts of buffers that hold texels.
#ifndef VKSCAN_SURFACE_H
#define VKSCAN_SURFACE_H

#include <vkscan/types.h>

namespace vkscan {

// The kind of memory that holds texels or entries.
enum class Resource { Buffer, SampledImage, StorageImage };
// Resources of inputs and outputs of summed-area tables.
struct ResourceRow {
    Resource value;
    const char* name;
    bool isRead;
    bool isWritten;
};
inline constexpr ResourceRow kResources[] = {{Resource::Buffer, "buffer", true, true},
                                             {Resource::SampledImage, "sampled-image", true, false},
                                             {Resource::StorageImage, "storage-image", false, true}};

// An image or a part of a buffer. Fields of the other kind are ignored.
struct Surface {
    // Buffers: aligned to a component. Rows aligned to 16 bytes are accessed in vectors, others more slowly. R8 texels
    // are read as aligned 32-bit words: the words at both ends are read whole.
    BufferRange buffer = {};
    // Buffers: bytes from row to row, at most 2 GiB; 0: rows are packed.
    VkDeviceSize rowPitch = 0;

    // Images: a 2D view of one mip level and layer, in the description's format, identity swizzle. Ignored with
    // ContextDesc::descriptorHeaps.
    VkImageView view = VK_NULL_HANDLE;
    // Images with ContextDesc::descriptorHeaps: bytes from the beginning of the bound resource heap to the descriptor
    // of such a view, a multiple of the device's imageDescriptorAlignment. A sampled input has a descriptor of type
    // SAMPLED_IMAGE, others STORAGE_IMAGE.
    uint32_t heapOffset = 0;
    // Images: the layout when the commands execute: GENERAL or, to sample, SHADER_READ_ONLY_OPTIMAL or
    // READ_ONLY_OPTIMAL.
    VkImageLayout imageLayout = VK_IMAGE_LAYOUT_GENERAL;
    // Images: the usage that the image was created with. It includes SAMPLED or STORAGE, as the description says.
    VkImageUsageFlags usage = 0;

    // Texels or entries.
    VkExtent2D extent = {0, 0};
};

} // namespace vkscan

#endif
