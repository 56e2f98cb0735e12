#include "mock_device.h"

#include "command_log.h"
#include "device/descriptor_heap.h"

#include <support/described_device.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <span>
#include <tuple>
#include <utility>

namespace testing_support {

using support::fillIn;
using support::find;
using support::named;
using support::NamedFunction;

namespace {

MockDevice mock;
std::mutex mutex; // for objects, which many threads may create and destroy
std::map<VkShaderModule, std::pair<const uint32_t*, std::size_t>> modules; // code and its bytes

VKAPI_ATTR void VKAPI_CALL getProperties(VkPhysicalDevice, VkPhysicalDeviceProperties2* properties)
{
    VkPhysicalDeviceLimits& limits = properties->properties.limits;
    properties->properties.apiVersion = mock.apiVersion;
    limits.maxComputeSharedMemorySize = mock.maxSharedBytes;
    limits.maxComputeWorkGroupInvocations = mock.maxWorkgroupInvocations;
    limits.maxComputeWorkGroupSize[0] = mock.maxWorkgroupInvocations;
    limits.maxComputeWorkGroupCount[0] = mock.maxGroupCount[0];
    limits.maxComputeWorkGroupCount[1] = mock.maxGroupCount[1];
    limits.maxImageDimension2D = limits.maxImageDimension3D = 16384;
    limits.maxImageArrayLayers = 2048;
    fillIn<VkPhysicalDeviceVulkan11Properties>(
        properties->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES, [](auto& properties11) {
            properties11.subgroupSize = mock.subgroupSize;
            properties11.subgroupSupportedStages = VK_SHADER_STAGE_COMPUTE_BIT;
            properties11.subgroupSupportedOperations = 0xff;
        });
    fillIn<VkPhysicalDeviceVulkan12Properties>(properties->pNext,
                                               VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES,
                                               [](auto& properties12) { properties12.driverID = mock.driver; });
    fillIn<VkPhysicalDeviceSubgroupSizeControlPropertiesEXT>(
        properties->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES_EXT, [](auto& sizes) {
            sizes.minSubgroupSize = mock.minSubgroupSize;
            sizes.maxSubgroupSize = mock.maxSubgroupSize;
            sizes.maxComputeWorkgroupSubgroups = mock.maxWorkgroupSubgroups;
            sizes.requiredSubgroupSizeStages = mock.requiredSubgroupSizeStages;
        });
    fillIn<VkPhysicalDeviceDescriptorHeapPropertiesEXT>(
        properties->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_HEAP_PROPERTIES_EXT,
        [](auto& heaps) { heaps.imageDescriptorAlignment = mock.imageDescriptorAlignment; });
}

VKAPI_ATTR void VKAPI_CALL getFeatures(VkPhysicalDevice, VkPhysicalDeviceFeatures2* features)
{
    features->features.shaderInt64 = VK_TRUE;
    features->features.shaderFloat64 = mock.float64 ? VK_TRUE : VK_FALSE;
    features->features.shaderStorageImageWriteWithoutFormat = VK_TRUE;
    features->features.shaderStorageImageExtendedFormats = VK_TRUE;
    fillIn<VkPhysicalDeviceVulkan12Features>(
        features->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, [](auto& features12) {
            features12.bufferDeviceAddress = VK_TRUE;
            features12.vulkanMemoryModel = VK_TRUE;
            features12.vulkanMemoryModelDeviceScope = VK_TRUE;
            features12.storageBuffer8BitAccess = VK_TRUE;
            features12.shaderBufferInt64Atomics = mock.int64Atomics ? VK_TRUE : VK_FALSE;
        });
    fillIn<VkPhysicalDevice16BitStorageFeatures>(features->pNext,
                                                 VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES,
                                                 [](auto& storage) { storage.storageBuffer16BitAccess = VK_TRUE; });
    fillIn<VkPhysicalDeviceSubgroupSizeControlFeaturesEXT>(
        features->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES_EXT, [](auto& sizes) {
            sizes.subgroupSizeControl = mock.subgroupSizeControl ? VK_TRUE : VK_FALSE;
            sizes.computeFullSubgroups = VK_TRUE; // useless on its own
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
    *count = static_cast<uint32_t>(mock.extensions.size());
    if (extensions != nullptr)
        for (const std::string& name : mock.extensions)
            std::memcpy((extensions++)->extensionName, name.c_str(), name.size() + 1);
    return VK_SUCCESS;
}

// An object is a host allocation, if there are callbacks, so that tests see whether they are balanced.
template <class Handle>
VkResult create(const VkAllocationCallbacks* callbacks, Handle* created)
{
    const bool fails = ++mock.createCalls == mock.failingCall;
    const uint64_t id = fails ? 0xbad : 0x1000 + mock.createCalls;
    *created = reinterpret_cast<Handle>(static_cast<uintptr_t>(id));
    if (fails)
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    mock.objects.insert(id);
    mock.hostAllocations += callbacks != nullptr ? 1 : 0;
    return VK_SUCCESS;
}

template <class Handle>
VKAPI_ATTR void VKAPI_CALL destroy(VkDevice, Handle handle, const VkAllocationCallbacks* callbacks)
{
    const std::lock_guard lock(mutex);
    mock.wrongDestroys += mock.objects.erase(reinterpret_cast<uintptr_t>(handle)) == 1 ? 0 : 1;
    mock.hostAllocations -= callbacks != nullptr ? 1 : 0;
}

VKAPI_ATTR void VKAPI_CALL destroyLayout(VkDevice device, VkPipelineLayout handle,
                                         const VkAllocationCallbacks* callbacks)
{
    destroy(device, handle, callbacks);
    const std::lock_guard lock(mutex);
    for (const MockPipeline& pipeline : mock.pipelines)
        if (pipeline.layout == handle && mock.objects.count(reinterpret_cast<uintptr_t>(pipeline.handle)) > 0)
            ++mock.wrongDestroys;
}

template <class Info, class Handle>
VKAPI_ATTR VkResult VKAPI_CALL createOne(VkDevice, const Info*, const VkAllocationCallbacks* callbacks, Handle* created)
{
    const std::lock_guard lock(mutex);
    return create(callbacks, created);
}

VKAPI_ATTR VkResult VKAPI_CALL createModule(VkDevice, const VkShaderModuleCreateInfo* info,
                                            const VkAllocationCallbacks* callbacks, VkShaderModule* created)
{
    const std::lock_guard lock(mutex);
    const VkResult result = create(callbacks, created);
    modules[*created] = {info->pCode, info->codeSize};
    return result;
}

VkResult createPipeline(const VkComputePipelineCreateInfo& info, VkPipelineCache cache,
                        const VkAllocationCallbacks* callbacks, VkPipeline* created)
{
    MockPipeline pipeline;
    pipeline.layout = info.layout;
    pipeline.cache = cache;
    std::tie(pipeline.code, pipeline.codeBytes) = modules[info.stage.module];
    pipeline.entryPoint = info.stage.pName;
    const VkSpecializationInfo& constants = *info.stage.pSpecializationInfo;
    for (const VkSpecializationMapEntry& entry : std::span(constants.pMapEntries, constants.mapEntryCount)) {
        pipeline.constants.resize(std::max<std::size_t>(pipeline.constants.size(), entry.constantID + 1));
        std::memcpy(&pipeline.constants[entry.constantID], static_cast<const char*>(constants.pData) + entry.offset,
                    entry.size);
    }
    pipeline.fullSubgroups = (info.stage.flags & VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT_EXT) != 0;
    fillIn<VkPipelineShaderStageRequiredSubgroupSizeCreateInfoEXT>(
        const_cast<void*>(info.stage.pNext),
        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO_EXT,
        [&](const auto& required) { pipeline.subgroupSize = required.requiredSubgroupSize; });
    fillIn<VkPipelineCreateFlags2CreateInfoKHR>(const_cast<void*>(info.pNext),
                                                VK_STRUCTURE_TYPE_PIPELINE_CREATE_FLAGS_2_CREATE_INFO_KHR,
                                                [&](const auto& flags) { pipeline.flags = flags.flags; });
    fillIn<VkShaderDescriptorSetAndBindingMappingInfoEXT>(
        const_cast<void*>(info.stage.pNext), VK_STRUCTURE_TYPE_SHADER_DESCRIPTOR_SET_AND_BINDING_MAPPING_INFO_EXT,
        [&](const auto& mapping) {
            for (uint32_t i = 0; i < mapping.mappingCount; ++i) {
                const VkDescriptorSetAndBindingMappingEXT& given = mapping.pMappings[i];
                const VkDescriptorMappingSourcePushIndexEXT& index = given.sourceData.pushIndex;
                if (given.source == VK_DESCRIPTOR_MAPPING_SOURCE_HEAP_WITH_PUSH_INDEX_EXT && given.descriptorSet == 0 &&
                    given.bindingCount == 1 && index.heapOffset == 0)
                    pipeline.mappings.push_back({given.firstBinding, index.pushOffset, index.heapIndexStride,
                                                 index.pEmbeddedSampler != nullptr});
            }
        });
    const VkResult result = create(callbacks, created);
    if (result != VK_SUCCESS)
        *created = VK_NULL_HANDLE; // Vulkan only promises this for pipelines
    pipeline.handle = *created;
    mock.pipelines.push_back(pipeline);
    return result;
}

// Pipelines before and after a failing one are created.
VKAPI_ATTR VkResult VKAPI_CALL createPipelines(VkDevice, VkPipelineCache cache, uint32_t count,
                                               const VkComputePipelineCreateInfo* infos,
                                               const VkAllocationCallbacks* callbacks, VkPipeline* created)
{
    const std::lock_guard lock(mutex);
    ++mock.pipelineCalls;
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < count; ++i) {
        const VkResult one = createPipeline(infos[i], cache, callbacks, &created[i]);
        result = one != VK_SUCCESS ? one : result;
    }
    return result;
}

VKAPI_ATTR void VKAPI_CALL nothing() {}

// Notes the request, and hides the function that is to be missing.
PFN_vkVoidFunction load(std::initializer_list<NamedFunction> functions, const char* name)
{
    mock.functions.insert(name);
    if (mock.missingFunction == name)
        return nullptr;
    const PFN_vkVoidFunction command = commandFunction(name);
    return command != nullptr ? command : find(functions, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL deviceFunction(VkDevice, const char* name)
{
    if (mock.hasLabelsInInstance && std::strstr(name, "DebugUtilsLabel") != nullptr)
        return nullptr;
    return load(
        {named("vkCreatePipelineLayout", createOne<VkPipelineLayoutCreateInfo, VkPipelineLayout>),
         named("vkDestroyPipelineLayout", destroyLayout), named("vkCreateShaderModule", createModule),
         named("vkDestroyShaderModule", destroy<VkShaderModule>),
         named("vkCreateSampler", createOne<VkSamplerCreateInfo, VkSampler>),
         named("vkDestroySampler", destroy<VkSampler>),
         named("vkCreateDescriptorSetLayout", createOne<VkDescriptorSetLayoutCreateInfo, VkDescriptorSetLayout>),
         named("vkDestroyDescriptorSetLayout", destroy<VkDescriptorSetLayout>),
         named("vkCreateComputePipelines", createPipelines), named("vkDestroyPipeline", destroy<VkPipeline>),
         named("vkUpdateDescriptorSets", nothing)},
        name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL instanceFunction(VkInstance, const char* name)
{
    return load({named("vkGetPhysicalDeviceProperties2", getProperties),
                 named("vkGetPhysicalDeviceFeatures2", getFeatures),
                 named("vkGetPhysicalDeviceFormatProperties", getFormatProperties),
                 named("vkEnumerateDeviceExtensionProperties", enumerateExtensions)},
                name);
}

} // namespace

MockDevice& mockDevice()
{
    return mock;
}

vkscan::ContextDesc mockContextDesc(const MockDevice& device)
{
    mock = device;
    commandLog().clear();
    vkscan::ContextDesc desc;
    desc.instance = reinterpret_cast<VkInstance>(uintptr_t{1}); // handles that are never dereferenced
    desc.physicalDevice = reinterpret_cast<VkPhysicalDevice>(uintptr_t{1});
    desc.device = reinterpret_cast<VkDevice>(uintptr_t{1});
    desc.getInstanceProcAddr = instanceFunction;
    desc.getDeviceProcAddr = deviceFunction;
    desc.features = mockFeatures();
    return desc;
}

const VkPhysicalDeviceFeatures2* mockFeatures()
{
    static VkPhysicalDevice16BitStorageFeatures storage;
    static VkPhysicalDeviceSubgroupSizeControlFeaturesEXT sizes;
    storage = {};
    storage.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES;
    static VkPhysicalDeviceVulkan12Features features12;
    static VkPhysicalDeviceFeatures2 features;
    sizes = {};
    sizes.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES_EXT;
    sizes.pNext = &storage;
    features12 = {};
    features12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    features12.pNext = &sizes;
    features = {};
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    features.pNext = &features12;
    getFeatures(VK_NULL_HANDLE, &features);
    return &features;
}

} // namespace testing_support
