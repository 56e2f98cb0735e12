#ifndef VKSCAN_DEVICE_DEVICE_SUPPORT_H
#define VKSCAN_DEVICE_DEVICE_SUPPORT_H

#include "device/capabilities.h"
#include "device/device_features.h"

#include <vkscan/context.h>

namespace vkscan {

// The public query's result, and the properties found by it.
struct DeviceQuery {
    DeviceSupport support;
    FeatureSet features;       // offered features
    Capabilities capabilities; // complete, except for those that depend on enabled features
};

[[nodiscard]] DeviceQuery queryDevice(VkInstance instance, VkPhysicalDevice physicalDevice,
                                      PFN_vkGetInstanceProcAddr getInstanceProcAddr) noexcept;

} // namespace vkscan

#endif
