#include "kernel_list.h"

#include <support/described_device.h>

#include <algorithm>
#include <iterator>

namespace bench {

namespace {

using support::fillIn;
using support::find;
using support::named;

VKAPI_ATTR void VKAPI_CALL getProperties(VkPhysicalDevice, VkPhysicalDeviceProperties2* properties)
{
    VkPhysicalDeviceLimits& limits = properties->properties.limits;
    properties->properties.apiVersion = VK_API_VERSION_1_2;
    limits.maxComputeSharedMemorySize = 49152;
    limits.maxComputeWorkGroupInvocations = 1024;
    limits.maxComputeWorkGroupSize[0] = 1024;
    limits.maxComputeWorkGroupCount[0] = 0x7fffffff;
    limits.maxComputeWorkGroupCount[1] = 65535;
    fillIn<VkPhysicalDeviceVulkan11Properties>(
        properties->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES, [](auto& properties11) {
            properties11.subgroupSize = 32;
            properties11.subgroupSupportedStages = VK_SHADER_STAGE_COMPUTE_BIT;
            properties11.subgroupSupportedOperations =
                VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_VOTE_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT |
                VK_SUBGROUP_FEATURE_SHUFFLE_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT;
        });
    fillIn<VkPhysicalDeviceVulkan12Properties>(
        properties->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES,
        [](auto& properties12) { properties12.driverID = VK_DRIVER_ID_NVIDIA_PROPRIETARY; });
    fillIn<VkPhysicalDeviceShaderSMBuiltinsPropertiesNV>(
        properties->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV,
        [](auto& multiprocessors) { multiprocessors.shaderSMCount = 132; });
}

VKAPI_ATTR void VKAPI_CALL getFeatures(VkPhysicalDevice, VkPhysicalDeviceFeatures2* features)
{
    features->features.shaderInt64 = VK_TRUE;
    features->features.shaderFloat64 = VK_TRUE;
    features->features.shaderStorageImageWriteWithoutFormat = VK_TRUE;
    features->features.shaderStorageImageExtendedFormats = VK_TRUE;
    fillIn<VkPhysicalDeviceVulkan12Features>(features->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                             [](auto& features12) {
                                                 features12.bufferDeviceAddress = VK_TRUE;
                                                 features12.vulkanMemoryModel = VK_TRUE;
                                                 features12.vulkanMemoryModelDeviceScope = VK_TRUE;
                                                 features12.shaderBufferInt64Atomics = VK_TRUE;
                                             });
}

VKAPI_ATTR void VKAPI_CALL getFormatProperties(VkPhysicalDevice, VkFormat, VkFormatProperties* properties)
{
    *properties = {};
    properties->optimalTilingFeatures = VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT;
}

VKAPI_ATTR VkResult VKAPI_CALL enumerateExtensions(VkPhysicalDevice, const char*, uint32_t* count,
                                                   VkExtensionProperties* extensions)
{
    constexpr char kName[] = VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME;
    *count = 1;
    if (extensions != nullptr)
        std::copy(std::begin(kName), std::end(kName), extensions->extensionName);
    return VK_SUCCESS;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL getFunction(VkInstance, const char* name)
{
    return find({named("vkGetPhysicalDeviceProperties2", getProperties),
                 named("vkGetPhysicalDeviceFeatures2", getFeatures),
                 named("vkGetPhysicalDeviceFormatProperties", getFormatProperties),
                 named("vkEnumerateDeviceExtensionProperties", enumerateExtensions)},
                name);
}

} // namespace

vkscan::ContextDesc listedDeviceDesc()
{
    static const auto kFeatures = [] {
        static VkPhysicalDeviceVulkan12Features features12 = {};
        features12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
        VkPhysicalDeviceFeatures2 features = {};
        features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
        features.pNext = &features12;
        getFeatures(VK_NULL_HANDLE, &features);
        return features;
    }();
    vkscan::ContextDesc desc;
    desc.features = &kFeatures;
    desc.instance = reinterpret_cast<VkInstance>(uintptr_t{1}); // handles that are never looked into
    desc.physicalDevice = reinterpret_cast<VkPhysicalDevice>(uintptr_t{1});
    desc.getInstanceProcAddr = getFunction;
    desc.plansOnly = true;
    return desc;
}

} // namespace bench
