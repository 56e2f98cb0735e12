#include "kept_pipelines.h"

#include <support/described_device.h>
#include <volk.h>

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

namespace testing_support {

using support::find;
using support::named;

namespace {

template <class Function>
Function driver(VkDevice device, const char* name)
{
    return reinterpret_cast<Function>(vkGetDeviceProcAddr(device, name));
}

// The bytes that an object is created from.
class Key {
public:
    template <class T>
    Key& operator<<(const T& value)
    {
        return add(&value, sizeof(value));
    }
    Key& add(const void* bytes, std::size_t size)
    {
        m_bytes.append(static_cast<const char*>(bytes), size);
        return *this;
    }
    [[nodiscard]] const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

template <class Handle>
class Kept {
public:
    // Returns the handle of an equal object, or creates one by `create(handle)`.
    template <class Create>
    VkResult find(const Key& key, Handle* handle, const Create& create)
    {
        if (const auto found = m_byKey.find(key.bytes()); found != m_byKey.end()) {
            *handle = found->second;
            ++m_reused;
            return VK_SUCCESS;
        }
        const VkResult result = create(handle);
        if (result == VK_SUCCESS) {
            m_byKey.emplace(key.bytes(), *handle);
            m_handles.insert(*handle);
        }
        return result;
    }
    [[nodiscard]] bool has(Handle handle) const { return m_handles.contains(handle); }
    [[nodiscard]] unsigned created() const { return static_cast<unsigned>(m_handles.size()); }
    [[nodiscard]] unsigned reused() const { return m_reused; }

    template <class Destroy>
    void clear(const Destroy& destroy)
    {
        for (const Handle handle : m_handles)
            destroy(handle);
        *this = {};
    }

private:
    std::map<std::string, Handle> m_byKey;
    std::set<Handle> m_handles;
    unsigned m_reused = 0;
};

// Handles may have the same type, so each kind of object has separate functions.
struct Objects {
    std::mutex mutex;
    Kept<VkSampler> samplers;
    Kept<VkDescriptorSetLayout> setLayouts;
    Kept<VkPipelineLayout> pipelineLayouts;
    Kept<VkShaderModule> modules;
    Kept<VkPipeline> pipelines;
} kept;

VKAPI_ATTR VkResult VKAPI_CALL findSampler(VkDevice device, const VkSamplerCreateInfo* info,
                                           const VkAllocationCallbacks* allocator, VkSampler* sampler)
{
    const auto create = [&](VkSampler* created) {
        return driver<PFN_vkCreateSampler>(device, "vkCreateSampler")(device, info, allocator, created);
    };
    Key key;
    key << info->flags << info->magFilter << info->minFilter << info->mipmapMode << info->addressModeU;
    key << info->addressModeV << info->addressModeW << info->mipLodBias << info->anisotropyEnable;
    key << info->maxAnisotropy << info->compareEnable << info->compareOp << info->minLod << info->maxLod;
    key << info->borderColor << info->unnormalizedCoordinates;
    const std::lock_guard lock(kept.mutex);
    return allocator == nullptr && info->pNext == nullptr ? kept.samplers.find(key, sampler, create) : create(sampler);
}

VKAPI_ATTR VkResult VKAPI_CALL findSetLayout(VkDevice device, const VkDescriptorSetLayoutCreateInfo* info,
                                             const VkAllocationCallbacks* allocator, VkDescriptorSetLayout* layout)
{
    const auto create = [&](VkDescriptorSetLayout* created) {
        return driver<PFN_vkCreateDescriptorSetLayout>(device, "vkCreateDescriptorSetLayout")(device, info, allocator,
                                                                                              created);
    };
    const std::lock_guard lock(kept.mutex);
    bool isKept = allocator == nullptr && info->pNext == nullptr;
    Key key;
    key << info->flags;
    for (uint32_t i = 0; i < info->bindingCount; ++i) {
        const VkDescriptorSetLayoutBinding& binding = info->pBindings[i];
        key << binding.binding << binding.descriptorType << binding.descriptorCount << binding.stageFlags;
        for (uint32_t sampler = 0; binding.pImmutableSamplers != nullptr && sampler < binding.descriptorCount;
             ++sampler) {
            key << binding.pImmutableSamplers[sampler];
            isKept = isKept && kept.samplers.has(binding.pImmutableSamplers[sampler]);
        }
    }
    return isKept ? kept.setLayouts.find(key, layout, create) : create(layout);
}

VKAPI_ATTR VkResult VKAPI_CALL findPipelineLayout(VkDevice device, const VkPipelineLayoutCreateInfo* info,
                                                  const VkAllocationCallbacks* allocator, VkPipelineLayout* layout)
{
    const auto create = [&](VkPipelineLayout* created) {
        return driver<PFN_vkCreatePipelineLayout>(device, "vkCreatePipelineLayout")(device, info, allocator, created);
    };
    const std::lock_guard lock(kept.mutex);
    bool isKept = allocator == nullptr && info->pNext == nullptr;
    Key key;
    key << info->flags << info->setLayoutCount;
    for (uint32_t i = 0; i < info->setLayoutCount; ++i) {
        key << info->pSetLayouts[i];
        isKept = isKept && kept.setLayouts.has(info->pSetLayouts[i]);
    }
    key.add(info->pPushConstantRanges, info->pushConstantRangeCount * sizeof(VkPushConstantRange));
    return isKept ? kept.pipelineLayouts.find(key, layout, create) : create(layout);
}

VKAPI_ATTR VkResult VKAPI_CALL findModule(VkDevice device, const VkShaderModuleCreateInfo* info,
                                          const VkAllocationCallbacks* allocator, VkShaderModule* module)
{
    const auto create = [&](VkShaderModule* created) {
        return driver<PFN_vkCreateShaderModule>(device, "vkCreateShaderModule")(device, info, allocator, created);
    };
    const std::lock_guard lock(kept.mutex);
    return allocator == nullptr && info->pNext == nullptr
               ? kept.modules.find(Key().add(info->pCode, info->codeSize), module, create)
               : create(module);
}

// Whether the pipeline has no extension except the size of its subgroups, which is added to the key.
bool addExtensions(const VkComputePipelineCreateInfo& info, Key& key)
{
    if (info.pNext != nullptr)
        return false;
    const auto* next = static_cast<const VkBaseInStructure*>(info.stage.pNext);
    if (next == nullptr)
        return true;
    if (next->sType != VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO_EXT ||
        next->pNext != nullptr)
        return false;
    key << reinterpret_cast<const VkPipelineShaderStageRequiredSubgroupSizeCreateInfoEXT*>(next)->requiredSubgroupSize;
    return true;
}

VKAPI_ATTR VkResult VKAPI_CALL findPipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                             const VkComputePipelineCreateInfo* infos,
                                             const VkAllocationCallbacks* allocator, VkPipeline* pipelines)
{
    const std::lock_guard lock(kept.mutex);
    VkResult results = VK_SUCCESS;
    for (uint32_t i = 0; i < count; ++i) {
        const VkComputePipelineCreateInfo& info = infos[i];
        const auto create = [&](VkPipeline* created) {
            return driver<PFN_vkCreateComputePipelines>(device, "vkCreateComputePipelines")(device, cache, 1, &info,
                                                                                            allocator, created);
        };
        const VkSpecializationInfo& constants = *info.stage.pSpecializationInfo;
        Key key;
        key << info.layout << info.stage.module << info.flags << info.stage.flags << constants.mapEntryCount;
        key.add(constants.pMapEntries, constants.mapEntryCount * sizeof(VkSpecializationMapEntry));
        key << constants.dataSize;
        key.add(constants.pData, constants.dataSize).add(info.stage.pName, std::string_view(info.stage.pName).size());
        const bool isKept = allocator == nullptr && addExtensions(info, key) && kept.modules.has(info.stage.module) &&
                            kept.pipelineLayouts.has(info.layout);
        const VkResult result = isKept ? kept.pipelines.find(key, &pipelines[i], create) : create(&pipelines[i]);
        if (result != VK_SUCCESS)
            results = result;
    }
    return results;
}

template <class Handle, Kept<Handle> Objects::*list>
bool isKept(Handle handle)
{
    const std::lock_guard lock(kept.mutex);
    return (kept.*list).has(handle);
}

VKAPI_ATTR void VKAPI_CALL dropSampler(VkDevice device, VkSampler sampler, const VkAllocationCallbacks* allocator)
{
    if (!isKept<VkSampler, &Objects::samplers>(sampler))
        driver<PFN_vkDestroySampler>(device, "vkDestroySampler")(device, sampler, allocator);
}

VKAPI_ATTR void VKAPI_CALL dropSetLayout(VkDevice device, VkDescriptorSetLayout layout,
                                         const VkAllocationCallbacks* allocator)
{
    if (!isKept<VkDescriptorSetLayout, &Objects::setLayouts>(layout))
        driver<PFN_vkDestroyDescriptorSetLayout>(device, "vkDestroyDescriptorSetLayout")(device, layout, allocator);
}

VKAPI_ATTR void VKAPI_CALL dropPipelineLayout(VkDevice device, VkPipelineLayout layout,
                                              const VkAllocationCallbacks* allocator)
{
    if (!isKept<VkPipelineLayout, &Objects::pipelineLayouts>(layout))
        driver<PFN_vkDestroyPipelineLayout>(device, "vkDestroyPipelineLayout")(device, layout, allocator);
}

VKAPI_ATTR void VKAPI_CALL dropModule(VkDevice device, VkShaderModule module, const VkAllocationCallbacks* allocator)
{
    if (!isKept<VkShaderModule, &Objects::modules>(module))
        driver<PFN_vkDestroyShaderModule>(device, "vkDestroyShaderModule")(device, module, allocator);
}

VKAPI_ATTR void VKAPI_CALL dropPipeline(VkDevice device, VkPipeline pipeline, const VkAllocationCallbacks* allocator)
{
    if (!isKept<VkPipeline, &Objects::pipelines>(pipeline))
        driver<PFN_vkDestroyPipeline>(device, "vkDestroyPipeline")(device, pipeline, allocator);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL loadKeeping(VkDevice device, const char* name)
{
    const PFN_vkVoidFunction function =
        find({named("vkCreateSampler", findSampler), named("vkDestroySampler", dropSampler),
              named("vkCreateDescriptorSetLayout", findSetLayout), named("vkDestroyDescriptorSetLayout", dropSetLayout),
              named("vkCreatePipelineLayout", findPipelineLayout), named("vkDestroyPipelineLayout", dropPipelineLayout),
              named("vkCreateShaderModule", findModule), named("vkDestroyShaderModule", dropModule),
              named("vkCreateComputePipelines", findPipelines), named("vkDestroyPipeline", dropPipeline)},
             name);
    return function != nullptr ? function : vkGetDeviceProcAddr(device, name);
}

} // namespace

vkscan::ContextDesc withKeptPipelines(vkscan::ContextDesc desc)
{
    desc.getDeviceProcAddr = loadKeeping;
    return desc;
}

KeptPipelineCounts keptPipelineCounts()
{
    const std::lock_guard lock(kept.mutex);
    return {kept.pipelines.created(), kept.pipelines.reused()};
}

void destroyKeptPipelines(VkDevice device)
{
    const std::lock_guard lock(kept.mutex);
    const auto destroyAll = [device](auto& objects, auto destroy) {
        objects.clear([&](auto handle) { destroy(device, handle, nullptr); });
    };
    destroyAll(kept.pipelines, driver<PFN_vkDestroyPipeline>(device, "vkDestroyPipeline"));
    destroyAll(kept.modules, driver<PFN_vkDestroyShaderModule>(device, "vkDestroyShaderModule"));
    destroyAll(kept.pipelineLayouts, driver<PFN_vkDestroyPipelineLayout>(device, "vkDestroyPipelineLayout"));
    destroyAll(kept.setLayouts, driver<PFN_vkDestroyDescriptorSetLayout>(device, "vkDestroyDescriptorSetLayout"));
    destroyAll(kept.samplers, driver<PFN_vkDestroySampler>(device, "vkDestroySampler"));
}

} // namespace testing_support
