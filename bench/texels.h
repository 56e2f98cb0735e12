// Texels or entries in a buffer or an image.
#ifndef VKSCAN_BENCH_TEXELS_H
#define VKSCAN_BENCH_TEXELS_H

#include <image.h>
#include <vkscan/summed_area_table.h>

#include <cstddef>
#include <vector>

namespace bench {

class Texels {
public:
    Texels(gpu::Device& device, vkscan::Resource resource, VkFormat format, VkExtent2D extent);

    [[nodiscard]] VkDeviceSize bytes() const { return m_bytes; }
    [[nodiscard]] vkscan::Surface surface() const;

    void upload(const std::vector<std::byte>& bytes);
    [[nodiscard]] std::vector<std::byte> download() const;

private:
    gpu::Device& m_device;
    VkExtent2D m_extent;
    VkDeviceSize m_bytes;
    VkImageLayout m_layout = VK_IMAGE_LAYOUT_GENERAL;
    gpu::Buffer m_buffer;
    gpu::Image m_image;
};

} // namespace bench

#endif
