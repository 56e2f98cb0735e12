// The library's own table of Vulkan functions, loaded through the host's pointers; no loader is linked.
#ifndef VKSCAN_DEVICE_FUNCTIONS_H
#define VKSCAN_DEVICE_FUNCTIONS_H

#include "device/descriptor_heap.h"

#include <vkscan/status.h>

#include <vulkan/vulkan_core.h>

namespace vkscan {

struct InstanceFunctions {
    PFN_vkGetPhysicalDeviceProperties2 getPhysicalDeviceProperties2 = nullptr;
    PFN_vkGetPhysicalDeviceFeatures2 getPhysicalDeviceFeatures2 = nullptr;
    PFN_vkGetPhysicalDeviceFormatProperties getPhysicalDeviceFormatProperties = nullptr;
    PFN_vkEnumerateDeviceExtensionProperties enumerateDeviceExtensionProperties = nullptr;

    // Returns null, or a sentence that names a missing function.
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
    PFN_vkCmdDispatchIndirect cmdDispatchIndirect = nullptr;
    PFN_vkCmdPipelineBarrier cmdPipelineBarrier = nullptr;
    PFN_vkCreateSampler createSampler = nullptr;
    PFN_vkDestroySampler destroySampler = nullptr;
    PFN_vkCreateDescriptorSetLayout createDescriptorSetLayout = nullptr;
    PFN_vkDestroyDescriptorSetLayout destroyDescriptorSetLayout = nullptr;
    PFN_vkUpdateDescriptorSets updateDescriptorSets = nullptr;
    PFN_vkCmdBindDescriptorSets cmdBindDescriptorSets = nullptr;
    PFN_vkCmdPushDescriptorSetKHR cmdPushDescriptorSet = nullptr;       // null until loaded
    PFN_vkCmdPushDataEXT cmdPushData = nullptr;                         // null unless descriptor heaps are used
    PFN_vkCmdBeginDebugUtilsLabelEXT cmdBeginDebugUtilsLabel = nullptr; // this and the next: null without debug labels
    PFN_vkCmdEndDebugUtilsLabelEXT cmdEndDebugUtilsLabel = nullptr;

    // Functions of Vulkan 1.2. This function and the next two return false if one is missing.
    [[nodiscard]] bool load(VkDevice device, PFN_vkGetDeviceProcAddr getDeviceProcAddr) noexcept;
    [[nodiscard]] bool loadPushDescriptor(VkDevice device, PFN_vkGetDeviceProcAddr getDeviceProcAddr) noexcept;
    [[nodiscard]] bool loadPushData(VkDevice device, PFN_vkGetDeviceProcAddr getDeviceProcAddr) noexcept;
    // Functions of an instance extension, which vkGetDeviceProcAddr need not know.
    [[nodiscard]] bool loadDebugLabels(VkInstance instance, PFN_vkGetInstanceProcAddr getInstanceProcAddr,
                                       VkDevice device, PFN_vkGetDeviceProcAddr getDeviceProcAddr) noexcept;
};

// The status of a creation call.
[[nodiscard]] inline Status statusOf(VkResult result) noexcept
{
    switch (result) {
    case VK_SUCCESS: return Status::Success;
    case VK_ERROR_OUT_OF_HOST_MEMORY: return {Argument::None, Rule::OutOfHostMemory};
    case VK_ERROR_OUT_OF_DEVICE_MEMORY: return {Argument::None, Rule::OutOfDeviceMemory};
    default: return {Argument::Pipelines, Rule::CreationFailed};
    }
}

// The status of a call that creates an object. On failure, nulls the handle, which Vulkan leaves undefined.
template <class Handle>
[[nodiscard]] Status statusOf(VkResult result, Handle* created) noexcept
{
    if (result != VK_SUCCESS)
        *created = VK_NULL_HANDLE;
    return statusOf(result);
}

} // namespace vkscan

#endif
