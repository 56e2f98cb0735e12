#include "mipmaps.h"

#include <algorithm>
#include <bit>

namespace drawing {
namespace {

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

} // namespace

uint32_t mipmapLevels(const gpu::Device& device, VkFormat format, VkExtent2D extent)
{
    constexpr VkFormatFeatureFlags kBlits = VK_FORMAT_FEATURE_BLIT_SRC_BIT | VK_FORMAT_FEATURE_BLIT_DST_BIT |
                                            VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
    if (!gpu::supportsFormat(device, format, kBlits))
        return 1;
    return static_cast<uint32_t>(std::bit_width(std::max(extent.width, extent.height)));
}

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

} // namespace drawing
