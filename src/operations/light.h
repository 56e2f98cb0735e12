// Formats of images whose texels are light.
#ifndef VKSCAN_OPERATIONS_LIGHT_H
#define VKSCAN_OPERATIONS_LIGHT_H

#include <vulkan/vulkan_core.h>

#include <cstdint>

namespace vkscan {

// Channels that make a texel's light: one, or three, of which it is the luminance; 0: the format is not offered.
[[nodiscard]] constexpr uint32_t lightChannels(VkFormat format) noexcept
{
    switch (format) {
    case VK_FORMAT_R8_UNORM:
    case VK_FORMAT_R16_UNORM:
    case VK_FORMAT_R16_SFLOAT:
    case VK_FORMAT_R32_SFLOAT: return 1;
    case VK_FORMAT_R8G8B8A8_UNORM:
    case VK_FORMAT_R8G8B8A8_SRGB:
    case VK_FORMAT_R16G16B16A16_UNORM:
    case VK_FORMAT_R16G16B16A16_SFLOAT:
    case VK_FORMAT_R32G32B32A32_SFLOAT:
    case VK_FORMAT_B10G11R11_UFLOAT_PACK32:
    case VK_FORMAT_E5B9G9R9_UFLOAT_PACK32: return 3;
    default: return 0;
    }
}

} // namespace vkscan

#endif
