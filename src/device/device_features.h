// The device features that vkscan knows, in any structures of a host's chain.
#ifndef VKSCAN_DEVICE_DEVICE_FEATURES_H
#define VKSCAN_DEVICE_DEVICE_FEATURES_H

#include <vulkan/vulkan_core.h>

#include <cstdint>

namespace vkscan {

enum class Feature {
    // Required
    ShaderInt64,
    BufferDeviceAddress,
    VulkanMemoryModel,
    VulkanMemoryModelDeviceScope,
    // Required if subgroups vary in size
    SubgroupSizeControl,
    ComputeFullSubgroups,
    // Optional
    ShaderFloat64,
    StorageImageWriteWithoutFormat,
    StorageImageExtendedFormats,
    BufferInt64Atomics,
    StorageBuffer8BitAccess,
    StorageBuffer16BitAccess,
};
inline constexpr uint32_t kFeatureCount = 13;

struct FeatureSet {
    bool items[kFeatureCount] = {};

    [[nodiscard]] bool has(Feature feature) const noexcept { return items[static_cast<uint32_t>(feature)]; }
};

// The features that are set in the chain.
[[nodiscard]] FeatureSet featuresIn(const VkPhysicalDeviceFeatures2& chain) noexcept;

// Sets features in the chain's structures. Returns the features that no structure has.
[[nodiscard]] FeatureSet setFeatures(const FeatureSet& features, VkPhysicalDeviceFeatures2* chain) noexcept;

} // namespace vkscan

#endif
