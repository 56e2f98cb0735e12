// The library's own table of Vulkan functions, loaded through the host's pointers: it links no loader.
#ifndef VKSCAN_DEVICE_FUNCTIONS_H
#define VKSCAN_DEVICE_FUNCTIONS_H

#include <vulkan/vulkan_core.h>

namespace vkscan {

struct InstanceFunctions {
    PFN_vkGetPhysicalDeviceProperties2 getPhysicalDeviceProperties2 = nullptr;
    PFN_vkGetPhysicalDeviceFeatures2 getPhysicalDeviceFeatures2 = nullptr;
    PFN_vkGetPhysicalDeviceFormatProperties getPhysicalDeviceFormatProperties = nullptr;
    PFN_vkEnumerateDeviceExtensionProperties enumerateDeviceExtensionProperties = nullptr;

    // Returns null, or a sentence on one that is missing.
    [[nodiscard]] const char* load(VkInstance instance, PFN_vkGetInstanceProcAddr getInstanceProcAddr) noexcept;
};

struct DeviceFunctions {
    PFN_vkCreatePipelineLayout createPipelineLayout = nullptr;
    PFN_vkDestroyPipelineLayout destroyPipelineLayout = nullptr;
    PFN_vkCreateShaderModule createShaderModule = nullptr;
    PFN_vkDestroyShaderModule destroyShaderModule = nullptr;
    PFN_vkCreateComputePipelines createComputePipelines = nullptr;
    PFN_vkDestroyPipeline destroyPipeline = nullptr;
    PFN_vkCmdBindPipeline cmdBindPipeline = nullptr;
    PFN_vkCmdPushConstants cmdPushConstants = nullptr;
    PFN_vkCmdDispatch cmdDispatch = nullptr;
    PFN_vkCmdPipelineBarrier cmdPipelineBarrier = nullptr;
    PFN_vkCreateSampler createSampler = nullptr;
    PFN_vkDestroySampler destroySampler = nullptr;
    PFN_vkCreateDescriptorSetLayout createDescriptorSetLayout = nullptr;
    PFN_vkDestroyDescriptorSetLayout destroyDescriptorSetLayout = nullptr;
    PFN_vkUpdateDescriptorSets updateDescriptorSets = nullptr;
    PFN_vkCmdBindDescriptorSets cmdBindDescriptorSets = nullptr;
    PFN_vkCmdPushDescriptorSetKHR cmdPushDescriptorSet = nullptr;       // null until loaded
    PFN_vkCmdBeginDebugUtilsLabelEXT cmdBeginDebugUtilsLabel = nullptr; // null, as the next, without debug labels
    PFN_vkCmdEndDebugUtilsLabelEXT cmdEndDebugUtilsLabel = nullptr;

    // Those of Vulkan 1.2. False if one is missing, as with the next.
    [[nodiscard]] bool load(VkDevice device, PFN_vkGetDeviceProcAddr getDeviceProcAddr) noexcept;
    [[nodiscard]] bool loadPushDescriptor(VkDevice device, PFN_vkGetDeviceProcAddr getDeviceProcAddr) noexcept;
    // Those of an instance extension, which vkGetDeviceProcAddr need not know.
    [[nodiscard]] bool loadDebugLabels(VkInstance instance, PFN_vkGetInstanceProcAddr getInstanceProcAddr,
                                       VkDevice device, PFN_vkGetDeviceProcAddr getDeviceProcAddr) noexcept;
};

} // namespace vkscan

#endif
