#ifndef VKSCAN_DEVICE_DEVICE_SUPPORT_H
#define VKSCAN_DEVICE_DEVICE_SUPPORT_H

#include "device/capabilities.h"
#include "device/device_features.h"

#include <vkscan/context.h>

namespace vkscan {

// The public query's answer, and what it saw of the device.
struct DeviceQuery {
    DeviceSupport support;
    FeatureSet features;       // that it offers
    Capabilities capabilities; // but for what depends on features that are enabled
};

[[nodiscard]] DeviceQuery queryDevice(VkInstance instance, VkPhysicalDevice physicalDevice,
                                      PFN_vkGetInstanceProcAddr getInstanceProcAddr) noexcept;

} // namespace vkscan

#endif
