// Texels or entries in a buffer or an image.
#ifndef VKSCAN_BENCH_TEXELS_H
#define VKSCAN_BENCH_TEXELS_H

#include <image.h>
#include <vkscan/summed_area_table.h>

namespace bench {

class Texels {
public:
    Texels(gpu::Device& device, vkscan::Resource resource, VkFormat format, VkExtent2D extent);

    [[nodiscard]] VkDeviceSize bytes() const { return m_bytes; }
    [[nodiscard]] vkscan::Surface surface() const;

    // Copy them, tightly packed, from or to a buffer's begin.
    void copyFrom(const gpu::Buffer& buffer);
    void copyTo(const gpu::Buffer& buffer) const;

private:
    void copy(const gpu::Buffer& from, const gpu::Buffer& to) const;

    gpu::Device& m_device;
    VkExtent2D m_extent;
    VkDeviceSize m_bytes;
    VkImageLayout m_layout = VK_IMAGE_LAYOUT_GENERAL;
    gpu::Buffer m_buffer;
    gpu::Image m_image;
};

} // namespace bench

#endif
