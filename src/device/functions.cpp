#include "device/functions.h"

namespace vkscan {

namespace {

// Vulkan returns functions of one generic type.
template <class Function>
bool assign(Function* function, PFN_vkVoidFunction loaded) noexcept
{
    *function = reinterpret_cast<Function>(loaded);
    return loaded != nullptr;
}

} // namespace

const char* InstanceFunctions::load(VkInstance instance, PFN_vkGetInstanceProcAddr getInstanceProcAddr) noexcept
{
    const auto load = [&](auto* function, const char* name) {
        return assign(function, getInstanceProcAddr(instance, name));
    };
    if (!load(&getPhysicalDeviceProperties2, "vkGetPhysicalDeviceProperties2") &&
        !load(&getPhysicalDeviceProperties2, "vkGetPhysicalDeviceProperties2KHR"))
        return "the instance lacks vkGetPhysicalDeviceProperties2: create it for Vulkan 1.2 or later";
    if (!load(&getPhysicalDeviceFeatures2, "vkGetPhysicalDeviceFeatures2") &&
        !load(&getPhysicalDeviceFeatures2, "vkGetPhysicalDeviceFeatures2KHR"))
        return "the instance lacks vkGetPhysicalDeviceFeatures2: create it for Vulkan 1.2 or later";
    if (!load(&getPhysicalDeviceFormatProperties, "vkGetPhysicalDeviceFormatProperties"))
        return "getInstanceProcAddr: does not find vkGetPhysicalDeviceFormatProperties";
    if (!load(&enumerateDeviceExtensionProperties, "vkEnumerateDeviceExtensionProperties"))
        return "getInstanceProcAddr: does not find vkEnumerateDeviceExtensionProperties";
    return nullptr;
}

bool DeviceFunctions::load(VkDevice device, PFN_vkGetDeviceProcAddr getDeviceProcAddr) noexcept
{
    const auto load = [&](auto* function, const char* name) {
        return assign(function, getDeviceProcAddr(device, name));
    };
    return load(&createPipelineLayout, "vkCreatePipelineLayout") &&
           load(&destroyPipelineLayout, "vkDestroyPipelineLayout") &&
           load(&createShaderModule, "vkCreateShaderModule") && load(&destroyShaderModule, "vkDestroyShaderModule") &&
           load(&createComputePipelines, "vkCreateComputePipelines") && load(&destroyPipeline, "vkDestroyPipeline") &&
           load(&cmdBindPipeline, "vkCmdBindPipeline") && load(&cmdPushConstants, "vkCmdPushConstants") &&
           load(&cmdDispatch, "vkCmdDispatch") && load(&cmdDispatchIndirect, "vkCmdDispatchIndirect") &&
           load(&cmdPipelineBarrier, "vkCmdPipelineBarrier") && load(&createSampler, "vkCreateSampler") &&
           load(&destroySampler, "vkDestroySampler") &&
           load(&createDescriptorSetLayout, "vkCreateDescriptorSetLayout") &&
           load(&destroyDescriptorSetLayout, "vkDestroyDescriptorSetLayout") &&
           load(&updateDescriptorSets, "vkUpdateDescriptorSets") &&
           load(&cmdBindDescriptorSets, "vkCmdBindDescriptorSets");
}

bool DeviceFunctions::loadPushDescriptor(VkDevice device, PFN_vkGetDeviceProcAddr getDeviceProcAddr) noexcept
{
    return assign(&cmdPushDescriptorSet, getDeviceProcAddr(device, "vkCmdPushDescriptorSetKHR"));
}

bool DeviceFunctions::loadPushData(VkDevice device, PFN_vkGetDeviceProcAddr getDeviceProcAddr) noexcept
{
    return assign(&cmdPushData, getDeviceProcAddr(device, "vkCmdPushDataEXT"));
}

bool DeviceFunctions::loadDebugLabels(VkInstance instance, PFN_vkGetInstanceProcAddr getInstanceProcAddr,
                                      VkDevice device, PFN_vkGetDeviceProcAddr getDeviceProcAddr) noexcept
{
    const auto load = [&](auto* function, const char* name) {
        return assign(function, getDeviceProcAddr(device, name)) ||
               assign(function, getInstanceProcAddr(instance, name));
    };
    return load(&cmdBeginDebugUtilsLabel, "vkCmdBeginDebugUtilsLabelEXT") &&
           load(&cmdEndDebugUtilsLabel, "vkCmdEndDebugUtilsLabelEXT");
}

} // namespace vkscan
