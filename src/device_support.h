#ifndef VKSCAN_DEVICE_SUPPORT_H
#define VKSCAN_DEVICE_SUPPORT_H

#include "capabilities.h"

#include <vkscan/context.h>

namespace vkscan {

// The public query's answer, and what it saw of the device.
struct DeviceQuery {
    DeviceSupport support;
    Capabilities capabilities;
};

[[nodiscard]] DeviceQuery queryDevice(VkInstance instance, VkPhysicalDevice physicalDevice,
                                      PFN_vkGetInstanceProcAddr getInstanceProcAddr) noexcept;

} // namespace vkscan

#endif
