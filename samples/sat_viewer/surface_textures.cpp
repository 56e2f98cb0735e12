#include "surface_textures.h"

#include <algorithm>
#include <bit>

namespace viewer {
namespace {

VkSamplerAddressMode addressModeOf(Wrap wrap)
{
    switch (wrap) {
    case Wrap::Mirror: return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
    case Wrap::Clamp: return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    case Wrap::Repeat: break;
    }
    return VK_SAMPLER_ADDRESS_MODE_REPEAT;
}

VkFilter filterOf(bool isSmooth)
{
    return isSmooth ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
}

drawing::Owned<VkSampler> createSampler(const gpu::Device& device, const Sampling& sampling)
{
    auto info = gpu::structure<VkSamplerCreateInfo>(VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO);
    info.magFilter = filterOf(sampling.isSmoothLarge);
    info.minFilter = filterOf(sampling.isSmoothSmall);
    info.mipmapMode =
        sampling.mipmaps == Mipmaps::Linear ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST;
    info.addressModeU = addressModeOf(sampling.wrapU);
    info.addressModeV = addressModeOf(sampling.wrapV);
    info.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    // Up to 0.25, only the largest level is read, by either filter depending on the size of texels and pixels.
    info.maxLod = sampling.mipmaps == Mipmaps::None ? 0.25F : VK_LOD_CLAMP_NONE;
    VkSampler sampler = VK_NULL_HANDLE;
    gpu::check(device.vk().vkCreateSampler(device.handle(), &info, nullptr, &sampler), "vkCreateSampler");
    return {device.handle(), sampler, device.vk().vkDestroySampler};
}

constexpr gpu::ImageState kRead = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT,
                                   VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL};
constexpr gpu::ImageState kWritten = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                                      VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL};
constexpr gpu::ImageState kSampled = {VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                      VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                      VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};

VkOffset3D cornerOf(VkExtent2D extent, uint32_t level)
{
    return {static_cast<int32_t>(std::max(extent.width >> level, 1U)),
            static_cast<int32_t>(std::max(extent.height >> level, 1U)), 1};
}

// Number of levels down to a single texel, or 1 if the device cannot blit the format.
uint32_t mipmapLevels(const gpu::Device& device, VkFormat format, VkExtent2D extent)
{
    constexpr VkFormatFeatureFlags kBlits = VK_FORMAT_FEATURE_BLIT_SRC_BIT | VK_FORMAT_FEATURE_BLIT_DST_BIT |
                                            VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
    if (!gpu::supportsFormat(device, format, kBlits))
        return 1;
    return static_cast<uint32_t>(std::bit_width(std::max(extent.width, extent.height)));
}

// Fills all levels of an image of one layer: the largest with these texels, packed row after row, the others with means
// of the previous one. Leaves them in layout SHADER_READ_ONLY_OPTIMAL, visible to all commands.
void uploadWithMipmaps(gpu::Device& device, const gpu::Image& image, std::span<const std::byte> texels)
{
    gpu::upload(device, image, texels, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    device.run([&](VkCommandBuffer commandBuffer) {
        const uint32_t levels = image.desc().levels;
        for (uint32_t level = 0; level < levels; ++level) {
            VkImageSubresourceRange range = image.range();
            range.baseMipLevel = level;
            range.levelCount = 1;
            const auto change = [&](const gpu::ImageState& from, const gpu::ImageState& to) {
                gpu::transition(device, commandBuffer, image.handle(), range, from, to);
            };
            if (level > 0) {
                VkImageBlit blit = {};
                blit.srcSubresource = {range.aspectMask, level - 1, 0, 1};
                blit.dstSubresource = {range.aspectMask, level, 0, 1};
                blit.srcOffsets[1] = cornerOf(image.extent(), level - 1);
                blit.dstOffsets[1] = cornerOf(image.extent(), level);
                device.vk().vkCmdBlitImage(commandBuffer, image.handle(), kRead.layout, image.handle(), kWritten.layout,
                                           1, &blit, VK_FILTER_LINEAR);
            }
            change(kWritten, kRead);
        }
        gpu::transition(device, commandBuffer, image, kRead, kSampled);
    });
}

} // namespace

SurfaceTextures::SurfaceTextures(gpu::Device& device, const World& world)
    : m_bindings(device, std::vector(kTextureCount, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER),
                 VK_SHADER_STAGE_FRAGMENT_BIT, static_cast<uint32_t>(world.surfaces.size()))
{
    addImage(device, {1, 1, false, {255, 255, 255, 255}});
    for (const Picture& picture : world.pictures)
        addImage(device, picture);
    for (std::size_t surface = 0; surface < world.surfaces.size(); ++surface)
        for (uint32_t i = 0; i < kTextureCount; ++i) {
            const Texture& texture = world.surfaces[surface].textures[i];
            m_bindings.write(surface, i, m_images.at(static_cast<std::size_t>(texture.picture + 1)).view(),
                             VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, samplerFor(device, texture.sampling));
        }
}

void SurfaceTextures::addImage(gpu::Device& device, const Picture& picture)
{
    gpu::ImageDesc desc;
    desc.extent = {picture.width, picture.height};
    desc.format = picture.isSrgb ? VK_FORMAT_R8G8B8A8_SRGB : VK_FORMAT_R8G8B8A8_UNORM;
    desc.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    desc.levels = mipmapLevels(device, desc.format, desc.extent);
    const uint32_t largest = device.properties().limits.maxImageDimension2D;
    if (picture.width > largest || picture.height > largest)
        throw std::runtime_error("a texture of " + std::to_string(picture.width) + " x " +
                                 std::to_string(picture.height) + " texels is larger than the device has images");
    uploadWithMipmaps(device, m_images.emplace_back(device, desc), std::as_bytes(std::span(picture.texels)));
}

VkSampler SurfaceTextures::samplerFor(const gpu::Device& device, const Sampling& sampling)
{
    const auto [entry, isNew] = m_samplers.try_emplace(sampling);
    if (isNew)
        entry->second = createSampler(device, sampling);
    return entry->second.get();
}

} // namespace viewer
