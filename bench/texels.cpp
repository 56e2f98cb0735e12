#include "texels.h"

#include "tables/format.h"

namespace bench {

Texels::Texels(gpu::Device& device, vkscan::Resource resource, VkFormat format, VkExtent2D extent)
    : m_device(device),
      m_extent(extent),
      m_bytes(vkscan::formatInfo(format).texelBytes() * extent.width * extent.height)
{
    const bool sampled = resource == vkscan::Resource::SampledImage;
    m_layout = sampled ? VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL : VK_IMAGE_LAYOUT_GENERAL;
    if (resource == vkscan::Resource::Buffer)
        m_buffer = device.createBuffer((m_bytes + 15) / 16 * 16);
    else
        m_image = gpu::Image(
            device, {.extent = extent,
                     .format = format,
                     .usage = VkImageUsageFlags{sampled ? VK_IMAGE_USAGE_SAMPLED_BIT : VK_IMAGE_USAGE_STORAGE_BIT}});
}

vkscan::Surface Texels::surface() const
{
    if (m_image.handle() != VK_NULL_HANDLE)
        return m_image.surface(m_layout);
    vkscan::Surface surface;
    surface.buffer = {m_buffer.address(), m_bytes};
    surface.extent = m_extent;
    return surface;
}

void Texels::copyFrom(const gpu::Buffer& buffer)
{
    if (m_image.handle() != VK_NULL_HANDLE)
        gpu::upload(m_device, m_image, buffer, m_layout);
    else
        copy(buffer, m_buffer);
}

void Texels::copyTo(const gpu::Buffer& buffer) const
{
    if (m_image.handle() != VK_NULL_HANDLE)
        gpu::download(m_device, m_image, buffer, m_layout);
    else
        copy(m_buffer, buffer);
}

void Texels::copy(const gpu::Buffer& from, const gpu::Buffer& to) const
{
    const VkBufferCopy region = {0, 0, m_bytes};
    m_device.run([&](VkCommandBuffer commandBuffer) {
        m_device.vk().vkCmdCopyBuffer(commandBuffer, from.handle(), to.handle(), 1, &region);
    });
}

} // namespace bench
