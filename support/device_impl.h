// Members of gpu::Device.
#ifndef VKSCAN_SUPPORT_DEVICE_IMPL_H
#define VKSCAN_SUPPORT_DEVICE_IMPL_H

#include "instance.h"

namespace gpu {

struct Device::Impl {
    explicit Impl(const DeviceOptions& options);

    [[nodiscard]] bool hasExtension(std::string_view name) const noexcept;

    // The handles to destroy, also when the constructor fails halfway.
    struct Owner {
        Owner() = default;
        Owner(const Owner&) = delete;
        Owner& operator=(const Owner&) = delete;
        ~Owner();

        const VolkDeviceTable* vk = nullptr;
        VkDevice device = VK_NULL_HANDLE;
        VkCommandPool commandPool = VK_NULL_HANDLE;
        VkPipelineCache pipelineCache = VK_NULL_HANDLE;
        VkFence fence = VK_NULL_HANDLE; // for submissions; null if there are none
    };

    Instance instance;
    VkPhysicalDevice physicalDevice;
    bool takeAsUnlisted;
    DeviceProperties properties;
    VkPhysicalDeviceMemoryProperties memory = {};
    uint32_t queueFamily = 0;
    uint32_t asyncQueueFamily = 0;
    uint32_t timestampBits = 0;
    std::vector<const char*> extensions;
    // The chain for the creation of the device.
    VkPhysicalDeviceSubgroupSizeControlFeaturesEXT subgroupSizes =
        structure<VkPhysicalDeviceSubgroupSizeControlFeaturesEXT>(
            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES_EXT);
    VkPhysicalDevice16BitStorageFeatures halves = structure<VkPhysicalDevice16BitStorageFeatures>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES, &subgroupSizes);
    VkPhysicalDeviceVulkan12Features features12 =
        structure<VkPhysicalDeviceVulkan12Features>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, &halves);
    VkPhysicalDeviceFeatures2 features =
        structure<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &features12);

    VolkDeviceTable vk = {};
    Owner owner;
    VkQueue queue = VK_NULL_HANDLE;
    std::mutex queueMutex;
    VkQueue asyncQueue = VK_NULL_HANDLE;
    Buffer staging; // grows to the size of uploads and downloads, up to a bound
};

} // namespace gpu

#endif
