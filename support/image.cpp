#include "image.h"

#include <algorithm>
#include <cstring>

namespace gpu {
namespace {

VkBufferImageCopy wholeLayer(const Image& image, uint32_t layer)
{
    VkBufferImageCopy copy = {};
    copy.imageSubresource = {image.desc().aspect, 0, layer, 1};
    copy.imageExtent = {image.extent().width, image.extent().height, std::max(image.desc().depth, 1u)};
    return copy;
}

ImageState anyUse(VkImageLayout layout)
{
    return {VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT, layout};
}

} // namespace

// Delegates, so that the destructor also runs if this constructor throws.
Image::Image(const Device& device, const ImageDesc& desc) : Image()
{
    m_device = device.handle();
    m_vk = &device.vk();
    m_desc = desc;
    VkFormatProperties formatProperties = {};
    vkGetPhysicalDeviceFormatProperties(device.physicalDevice(), desc.format, &formatProperties);
    auto info = structure<VkImageCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
    const bool is3d = desc.depth > 0;
    info.imageType = is3d ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D;
    info.format = desc.format;
    info.extent = {desc.extent.width, desc.extent.height, std::max(desc.depth, 1u)};
    info.mipLevels = desc.levels;
    info.arrayLayers = desc.layers;
    info.samples = desc.samples;
    info.tiling = VK_IMAGE_TILING_OPTIMAL;
    info.usage = desc.usage;
    if ((formatProperties.optimalTilingFeatures & VK_FORMAT_FEATURE_TRANSFER_SRC_BIT) != 0)
        info.usage |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    if ((formatProperties.optimalTilingFeatures & VK_FORMAT_FEATURE_TRANSFER_DST_BIT) != 0)
        info.usage |= VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    check(m_vk->vkCreateImage(m_device, &info, nullptr, &m_handle), "vkCreateImage");

    VkMemoryRequirements requirements = {};
    m_vk->vkGetImageMemoryRequirements(m_device, m_handle, &requirements);
    m_memory = device.allocate(requirements, Memory::Device, nullptr, "creating an image");
    check(m_vk->vkBindImageMemory(m_device, m_handle, m_memory, 0), "vkBindImageMemory");

    auto viewInfo = structure<VkImageViewCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO);
    viewInfo.image = m_handle;
    viewInfo.format = desc.format;
    for (uint32_t layer = 0; layer < desc.layers; ++layer) {
        viewInfo.viewType = is3d ? VK_IMAGE_VIEW_TYPE_3D : VK_IMAGE_VIEW_TYPE_2D;
        viewInfo.subresourceRange = {desc.aspect, 0, desc.levels, layer, 1};
        check(m_vk->vkCreateImageView(m_device, &viewInfo, nullptr, &m_views.emplace_back()), "vkCreateImageView");
    }
    if (is3d)
        return;
    viewInfo.viewType = VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    viewInfo.subresourceRange = range();
    check(m_vk->vkCreateImageView(m_device, &viewInfo, nullptr, &m_arrayView), "vkCreateImageView");
}

Image::~Image()
{
    if (m_handle == VK_NULL_HANDLE)
        return;
    m_vk->vkDestroyImageView(m_device, m_arrayView, nullptr);
    for (VkImageView view : m_views)
        m_vk->vkDestroyImageView(m_device, view, nullptr);
    m_vk->vkDestroyImage(m_device, m_handle, nullptr);
    m_vk->vkFreeMemory(m_device, m_memory, nullptr);
}

void Image::swap(Image& other) noexcept
{
    std::swap(m_device, other.m_device);
    std::swap(m_vk, other.m_vk);
    std::swap(m_desc, other.m_desc);
    std::swap(m_handle, other.m_handle);
    std::swap(m_memory, other.m_memory);
    std::swap(m_views, other.m_views);
    std::swap(m_arrayView, other.m_arrayView);
}

vkscan::Surface Image::surface(VkImageLayout layout, uint32_t layer) const
{
    vkscan::Surface surface;
    surface.view = view(layer);
    surface.imageLayout = layout;
    surface.usage = m_desc.usage;
    surface.extent = m_desc.extent;
    return surface;
}

vkscan::VolumeSurface Image::volume(VkImageLayout layout) const
{
    const bool is3d = m_desc.depth > 0;
    vkscan::VolumeSurface surface;
    surface.view = is3d ? view() : m_arrayView;
    surface.imageLayout = layout;
    surface.usage = m_desc.usage;
    surface.extent = {m_desc.extent.width, m_desc.extent.height, is3d ? m_desc.depth : m_desc.layers};
    return surface;
}

void transition(const Device& device, VkCommandBuffer commandBuffer, VkImage image,
                const VkImageSubresourceRange& range, const ImageState& from, const ImageState& to)
{
    auto barrier = structure<VkImageMemoryBarrier>(VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER);
    barrier.srcAccessMask = from.accesses;
    barrier.dstAccessMask = to.accesses;
    barrier.oldLayout = from.layout;
    barrier.newLayout = to.layout;
    barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image;
    barrier.subresourceRange = range;
    device.vk().vkCmdPipelineBarrier(commandBuffer, from.stages, to.stages, 0, 0, nullptr, 0, nullptr, 1, &barrier);
}

void transition(const Device& device, VkCommandBuffer commandBuffer, const Image& image, const ImageState& from,
                const ImageState& to)
{
    transition(device, commandBuffer, image.handle(), image.range(), from, to);
}

void upload(Device& device, const Image& image, std::span<const std::byte> texels, VkImageLayout layout, uint32_t layer)
{
    const Buffer staging = device.createBuffer(texels.size(), Memory::Host);
    std::memcpy(staging.data(), texels.data(), texels.size());
    upload(device, image, staging, layout, layer);
}

void upload(Device& device, const Image& image, const Buffer& texels, VkImageLayout layout, uint32_t layer)
{
    const VkBufferImageCopy copy = wholeLayer(image, layer);
    device.run([&](VkCommandBuffer commandBuffer) {
        // Other layers only keep their texels in a defined layout, so an image's first upload must be to layer 0.
        const ImageState before = layer == 0 ? ImageState{} : anyUse(layout);
        const ImageState during = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                                   VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL};
        transition(device, commandBuffer, image, before, during);
        device.vk().vkCmdCopyBufferToImage(commandBuffer, texels.handle(), image.handle(), during.layout, 1, &copy);
        transition(device, commandBuffer, image, during, anyUse(layout));
    });
}

void download(Device& device, const Image& image, std::span<std::byte> texels, VkImageLayout layout, uint32_t layer)
{
    const Buffer staging = device.createBuffer(texels.size(), Memory::Host);
    download(device, image, staging, layout, layer);
    std::memcpy(texels.data(), staging.data(), texels.size());
}

void download(Device& device, const Image& image, const Buffer& texels, VkImageLayout layout, uint32_t layer)
{
    const VkBufferImageCopy copy = wholeLayer(image, layer);
    device.run([&](VkCommandBuffer commandBuffer) {
        const ImageState during = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT,
                                   VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL};
        transition(device, commandBuffer, image, anyUse(layout), during);
        device.vk().vkCmdCopyImageToBuffer(commandBuffer, image.handle(), during.layout, texels.handle(), 1, &copy);
        transition(device, commandBuffer, image, during, anyUse(layout));
    });
}

bool supportsFormat(const Device& device, VkFormat format, VkFormatFeatureFlags features)
{
    VkFormatProperties properties = {};
    vkGetPhysicalDeviceFormatProperties(device.physicalDevice(), format, &properties);
    return (properties.optimalTilingFeatures & features) == features;
}

} // namespace gpu
