#include "call_log.h"

#include <support/described_device.h>

#include <cstring>
#include <map>

namespace testing_support {

using support::find;
using support::named;

namespace {

CallLog calls;
LabelSource labelSource = LabelSource::Nobody;
std::map<VkShaderModule, std::size_t> moduleBytes; // modules are their code's addresses
int commandBuffer = 0;                             // whose address stands for one

VKAPI_ATTR VkResult VKAPI_CALL createShaderModule(VkDevice, const VkShaderModuleCreateInfo* info,
                                                  const VkAllocationCallbacks*, VkShaderModule* created)
{
    *created = reinterpret_cast<VkShaderModule>(const_cast<uint32_t*>(info->pCode));
    moduleBytes[*created] = info->codeSize;
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroyShaderModule(VkDevice, VkShaderModule, const VkAllocationCallbacks*) {}

CompiledKernel compiled(const VkPipelineShaderStageCreateInfo& stage, VkPipelineCache cache)
{
    CompiledKernel kernel = {
        reinterpret_cast<const uint32_t*>(stage.module), moduleBytes.at(stage.module), stage.pName, {}, cache};
    const VkSpecializationInfo& constants = *stage.pSpecializationInfo;
    for (uint32_t i = 0; i < constants.mapEntryCount; ++i) {
        const VkSpecializationMapEntry& entry = constants.pMapEntries[i];
        kernel.constants.resize(std::max<std::size_t>(kernel.constants.size(), entry.constantID + 1));
        std::memcpy(&kernel.constants[entry.constantID], static_cast<const char*>(constants.pData) + entry.offset,
                    entry.size);
    }
    return kernel;
}

VKAPI_ATTR VkResult VKAPI_CALL createComputePipelines(VkDevice, VkPipelineCache cache, uint32_t count,
                                                      const VkComputePipelineCreateInfo* infos,
                                                      const VkAllocationCallbacks*, VkPipeline* created)
{
    for (uint32_t i = 0; i < count; ++i) {
        calls.kernels.push_back(compiled(infos[i].stage, cache));
        created[i] = reinterpret_cast<VkPipeline>(static_cast<uintptr_t>(calls.kernels.size()));
    }
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroyPipeline(VkDevice, VkPipeline, const VkAllocationCallbacks*) {}

bool isLabelFunction(const char* name)
{
    return std::strstr(name, "DebugUtilsLabel") != nullptr;
}

PFN_vkVoidFunction labelFunction(LabelSource asked, const char* name)
{
    return asked != labelSource ? nullptr : commandFunction(name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL deviceFunction(VkDevice device, const char* name)
{
    if (isLabelFunction(name))
        return labelFunction(LabelSource::Device, name);
    if (const PFN_vkVoidFunction command = commandFunction(name))
        return command;
    const PFN_vkVoidFunction logged =
        find({named("vkCreateShaderModule", createShaderModule), named("vkDestroyShaderModule", destroyShaderModule),
              named("vkCreateComputePipelines", createComputePipelines), named("vkDestroyPipeline", destroyPipeline)},
             name);
    return logged != nullptr ? logged : vkGetDeviceProcAddr(device, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL instanceFunction(VkInstance instance, const char* name)
{
    return isLabelFunction(name) ? labelFunction(LabelSource::Instance, name) : vkGetInstanceProcAddr(instance, name);
}

} // namespace

CallLog& callLog()
{
    return calls;
}

vkscan::ContextDesc loggedContextDesc(LabelSource labels)
{
    calls = {};
    commandLog().clear();
    labelSource = labels;
    vkscan::ContextDesc desc = device().contextDesc();
    desc.getDeviceProcAddr = deviceFunction;
    desc.getInstanceProcAddr = instanceFunction;
    return desc;
}

uint32_t compiledKernel(const RecordedDispatch& dispatch)
{
    return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(dispatch.pipeline)) - 1;
}

VkCommandBuffer loggedCommandBuffer()
{
    return reinterpret_cast<VkCommandBuffer>(&commandBuffer);
}

} // namespace testing_support
