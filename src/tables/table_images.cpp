#include "tables/table_images.h"

namespace vkscan {

FormatSupport formatSupport(const Context::Impl& device, VkFormat input, VkFormat output) noexcept
{
    const auto featuresOf = [&](VkFormat format) {
        VkFormatProperties properties = {};
        if (formatInfo(format).channels > 0)
            device.instanceVk.getPhysicalDeviceFormatProperties(device.physicalDevice, format, &properties);
        return properties.optimalTilingFeatures;
    };
    return {featuresOf(input), featuresOf(output)};
}

} // namespace vkscan
