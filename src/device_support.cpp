#include "device_support.h"

#include "functions.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

namespace vkscan {

namespace {

// Drivers whose running workgroups make progress beside waiting ones.
bool isListedForProgress(VkDriverId driver) noexcept
{
    return driver == VK_DRIVER_ID_NVIDIA_PROPRIETARY;
}

bool offersExtension(const InstanceFunctions& vk, VkPhysicalDevice physicalDevice, const char* name) noexcept
{
    uint32_t count = 0;
    if (vk.enumerateDeviceExtensionProperties(physicalDevice, nullptr, &count, nullptr) != VK_SUCCESS)
        return false;
    const std::unique_ptr<VkExtensionProperties[]> extensions(new (std::nothrow) VkExtensionProperties[count]);
    if (extensions == nullptr ||
        vk.enumerateDeviceExtensionProperties(physicalDevice, nullptr, &count, extensions.get()) != VK_SUCCESS)
        return false;
    return std::any_of(extensions.get(), extensions.get() + count, [name](const VkExtensionProperties& extension) {
        return std::strcmp(extension.extensionName, name) == 0;
    });
}

// 0 where unknown.
uint32_t multiprocessorCount(const InstanceFunctions& vk, VkPhysicalDevice physicalDevice) noexcept
{
    if (!offersExtension(vk, physicalDevice, VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME))
        return 0;
    VkPhysicalDeviceShaderSMBuiltinsPropertiesNV multiprocessors = {};
    multiprocessors.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV;
    VkPhysicalDeviceProperties2 properties = {};
    properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    properties.pNext = &multiprocessors;
    vk.getPhysicalDeviceProperties2(physicalDevice, &properties);
    return multiprocessors.shaderSMCount;
}

struct Requirement {
    bool met;
    const char* sentence;
};

} // namespace

DeviceQuery queryDevice(VkInstance instance, VkPhysicalDevice physicalDevice,
                        PFN_vkGetInstanceProcAddr getInstanceProcAddr) noexcept
{
    DeviceQuery query;
    InstanceFunctions vk;
    if (instance == VK_NULL_HANDLE || physicalDevice == VK_NULL_HANDLE || getInstanceProcAddr == nullptr) {
        query.support.reason = "instance, physicalDevice and getInstanceProcAddr must not be null";
        return query;
    }
    if (!vk.load(instance, getInstanceProcAddr)) {
        query.support.reason = "the instance lacks vkGetPhysicalDeviceProperties2: create it for Vulkan 1.2 or later";
        return query;
    }

    VkPhysicalDeviceVulkan12Properties properties12 = {};
    properties12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES;
    VkPhysicalDeviceVulkan11Properties properties11 = {};
    properties11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES;
    properties11.pNext = &properties12;
    VkPhysicalDeviceProperties2 properties2 = {};
    properties2.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    vk.getPhysicalDeviceProperties2(physicalDevice, &properties2);
    const VkPhysicalDeviceLimits& limits = properties2.properties.limits;
    if (properties2.properties.apiVersion < VK_API_VERSION_1_2) {
        query.support.reason = "the device does not support Vulkan 1.2";
        return query;
    }
    properties2.pNext = &properties11;
    vk.getPhysicalDeviceProperties2(physicalDevice, &properties2);

    VkPhysicalDeviceVulkan12Features has12 = {};
    has12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    VkPhysicalDeviceFeatures2 has = {};
    has.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    has.pNext = &has12;
    vk.getPhysicalDeviceFeatures2(physicalDevice, &has);

    constexpr VkSubgroupFeatureFlags kSubgroupOperations =
        VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_VOTE_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT |
        VK_SUBGROUP_FEATURE_SHUFFLE_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT;
    const Requirement requirements[] = {
        {has.features.shaderInt64 == VK_TRUE, "the device lacks the feature shaderInt64"},
        {has12.bufferDeviceAddress == VK_TRUE, "the device lacks the feature bufferDeviceAddress"},
        {has12.vulkanMemoryModel == VK_TRUE, "the device lacks the feature vulkanMemoryModel"},
        {has12.vulkanMemoryModelDeviceScope == VK_TRUE, "the device lacks the feature vulkanMemoryModelDeviceScope"},
        {(properties11.subgroupSupportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0,
         "the device lacks subgroup operations in compute shaders"},
        {(properties11.subgroupSupportedOperations & kSubgroupOperations) == kSubgroupOperations,
         "the device lacks one of the subgroup operations vote, ballot, shuffle and shuffle relative"},
        {properties11.subgroupSize >= 4, "the device's subgroups are narrower than 4"},
        {limits.maxComputeWorkGroupInvocations >= 256 && limits.maxComputeWorkGroupSize[0] >= 256,
         "the device's workgroups are smaller than 256 invocations"},
    };
    for (const Requirement& requirement : requirements) {
        if (!requirement.met) {
            query.support.reason = requirement.sentence;
            return query;
        }
    }

    DeviceSupport& support = query.support;
    support.supported = true;
    support.features12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    support.features.shaderInt64 = VK_TRUE;
    support.features.shaderFloat64 = has.features.shaderFloat64;
    support.features.shaderStorageImageReadWithoutFormat = has.features.shaderStorageImageReadWithoutFormat;
    support.features.shaderStorageImageWriteWithoutFormat = has.features.shaderStorageImageWriteWithoutFormat;
    support.features12.bufferDeviceAddress = VK_TRUE;
    support.features12.vulkanMemoryModel = VK_TRUE;
    support.features12.vulkanMemoryModelDeviceScope = VK_TRUE;
    support.features12.shaderBufferInt64Atomics = has12.shaderBufferInt64Atomics;

    Capabilities& capabilities = query.capabilities;
    capabilities.subgroupSize = properties11.subgroupSize;
    capabilities.maxWorkgroupInvocations =
        std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]);
    capabilities.maxSharedBytes = limits.maxComputeSharedMemorySize;
    capabilities.maxGroupCount[0] = limits.maxComputeWorkGroupCount[0];
    capabilities.maxGroupCount[1] = limits.maxComputeWorkGroupCount[1];
    capabilities.multiprocessors = multiprocessorCount(vk, physicalDevice);
    capabilities.float64 = has.features.shaderFloat64 == VK_TRUE;
    capabilities.bufferInt64Atomics = has12.shaderBufferInt64Atomics == VK_TRUE;
    capabilities.storageImageRead = has.features.shaderStorageImageReadWithoutFormat == VK_TRUE;
    capabilities.storageImageWrite = has.features.shaderStorageImageWriteWithoutFormat == VK_TRUE;
    capabilities.forwardProgress = isListedForProgress(properties12.driverID);
    capabilities.boundedLoops = properties12.driverID == VK_DRIVER_ID_MESA_LLVMPIPE;
    return query;
}

DeviceSupport queryDeviceSupport(VkInstance instance, VkPhysicalDevice physicalDevice,
                                 PFN_vkGetInstanceProcAddr getInstanceProcAddr) noexcept
{
    return queryDevice(instance, physicalDevice, getInstanceProcAddr).support;
}

void DeviceSupport::mergeInto(VkPhysicalDeviceFeatures* hostFeatures,
                              VkPhysicalDeviceVulkan12Features* hostFeatures12) const noexcept
{
    hostFeatures->shaderInt64 |= features.shaderInt64;
    hostFeatures->shaderFloat64 |= features.shaderFloat64;
    hostFeatures->shaderStorageImageReadWithoutFormat |= features.shaderStorageImageReadWithoutFormat;
    hostFeatures->shaderStorageImageWriteWithoutFormat |= features.shaderStorageImageWriteWithoutFormat;
    hostFeatures12->bufferDeviceAddress |= features12.bufferDeviceAddress;
    hostFeatures12->vulkanMemoryModel |= features12.vulkanMemoryModel;
    hostFeatures12->vulkanMemoryModelDeviceScope |= features12.vulkanMemoryModelDeviceScope;
    hostFeatures12->shaderBufferInt64Atomics |= features12.shaderBufferInt64Atomics;
}

} // namespace vkscan
