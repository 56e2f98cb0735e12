// The formats of texels and table entries.
#ifndef VKSCAN_TABLES_FORMAT_H
#define VKSCAN_TABLES_FORMAT_H

#include <vulkan/vulkan_core.h>

#include <cstdint>

namespace vkscan {

enum class Numeric { Unorm, Uint, Sfloat };

struct FormatInfo {
    Numeric numeric = Numeric::Unorm;
    uint32_t componentBytes = 0;
    uint32_t channels = 0; // 0: an unknown format

    [[nodiscard]] VkDeviceSize texelBytes() const noexcept { return VkDeviceSize{componentBytes} * channels; }
};

[[nodiscard]] FormatInfo formatInfo(VkFormat format) noexcept;

} // namespace vkscan

#endif
