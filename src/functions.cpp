#include "functions.h"

namespace vkscan {

namespace {

// Vulkan hands functions out under one type and means another.
template <class Function>
bool assign(Function* function, PFN_vkVoidFunction loaded) noexcept
{
    *function = reinterpret_cast<Function>(loaded);
    return loaded != nullptr;
}

} // namespace

bool InstanceFunctions::load(VkInstance instance, PFN_vkGetInstanceProcAddr getInstanceProcAddr) noexcept
{
    const auto loadEither = [&](auto* function, const char* coreName, const char* khrName) {
        return assign(function, getInstanceProcAddr(instance, coreName)) ||
               assign(function, getInstanceProcAddr(instance, khrName));
    };
    return loadEither(&getPhysicalDeviceProperties2, "vkGetPhysicalDeviceProperties2",
                      "vkGetPhysicalDeviceProperties2KHR") &&
           loadEither(&getPhysicalDeviceFeatures2, "vkGetPhysicalDeviceFeatures2", "vkGetPhysicalDeviceFeatures2KHR") &&
           assign(&getPhysicalDeviceFormatProperties,
                  getInstanceProcAddr(instance, "vkGetPhysicalDeviceFormatProperties")) &&
           assign(&enumerateDeviceExtensionProperties,
                  getInstanceProcAddr(instance, "vkEnumerateDeviceExtensionProperties"));
}

bool DeviceFunctions::load(VkDevice device, PFN_vkGetDeviceProcAddr getDeviceProcAddr, bool pushDescriptor) noexcept
{
    const auto load = [&](auto* function, const char* name) {
        return assign(function, getDeviceProcAddr(device, name));
    };
    return load(&createPipelineLayout, "vkCreatePipelineLayout") &&
           load(&destroyPipelineLayout, "vkDestroyPipelineLayout") &&
           load(&createShaderModule, "vkCreateShaderModule") && load(&destroyShaderModule, "vkDestroyShaderModule") &&
           load(&createComputePipelines, "vkCreateComputePipelines") && load(&destroyPipeline, "vkDestroyPipeline") &&
           load(&cmdBindPipeline, "vkCmdBindPipeline") && load(&cmdPushConstants, "vkCmdPushConstants") &&
           load(&cmdDispatch, "vkCmdDispatch") && load(&cmdPipelineBarrier, "vkCmdPipelineBarrier") &&
           load(&createSampler, "vkCreateSampler") && load(&destroySampler, "vkDestroySampler") &&
           load(&createDescriptorSetLayout, "vkCreateDescriptorSetLayout") &&
           load(&destroyDescriptorSetLayout, "vkDestroyDescriptorSetLayout") &&
           load(&updateDescriptorSets, "vkUpdateDescriptorSets") &&
           load(&cmdBindDescriptorSets, "vkCmdBindDescriptorSets") &&
           (!pushDescriptor || load(&cmdPushDescriptorSet, "vkCmdPushDescriptorSetKHR"));
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
