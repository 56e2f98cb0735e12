#include "call_log.h"

#include <cstring>

namespace testing_support {

namespace {

CallLog log;
LabelSource labelSource = LabelSource::Nobody;
const VkShaderModuleCreateInfo* module = nullptr;
RecordedDispatch next;
int commandBuffer = 0; // whose address stands for one

VKAPI_ATTR VkResult VKAPI_CALL createShaderModule(VkDevice, const VkShaderModuleCreateInfo* info,
                                                  const VkAllocationCallbacks*, VkShaderModule* created)
{
    module = info;
    *created = reinterpret_cast<VkShaderModule>(uintptr_t{1});
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroyShaderModule(VkDevice, VkShaderModule, const VkAllocationCallbacks*) {}

VKAPI_ATTR VkResult VKAPI_CALL createComputePipelines(VkDevice, VkPipelineCache cache, uint32_t,
                                                      const VkComputePipelineCreateInfo* info,
                                                      const VkAllocationCallbacks*, VkPipeline* created)
{
    CompiledKernel kernel = {module->pCode, module->codeSize, info->stage.pName, {}, cache};
    const VkSpecializationInfo& constants = *info->stage.pSpecializationInfo;
    for (uint32_t i = 0; i < constants.mapEntryCount; ++i) {
        const VkSpecializationMapEntry& entry = constants.pMapEntries[i];
        kernel.constants.resize(std::max<std::size_t>(kernel.constants.size(), entry.constantID + 1));
        std::memcpy(&kernel.constants[entry.constantID], static_cast<const char*>(constants.pData) + entry.offset,
                    entry.size);
    }
    log.kernels.push_back(kernel);
    *created = reinterpret_cast<VkPipeline>(static_cast<uintptr_t>(log.kernels.size()));
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroyPipeline(VkDevice, VkPipeline, const VkAllocationCallbacks*) {}

VKAPI_ATTR void VKAPI_CALL cmdBindPipeline(VkCommandBuffer, VkPipelineBindPoint, VkPipeline pipeline)
{
    next.kernel = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(pipeline)) - 1;
}

VKAPI_ATTR void VKAPI_CALL cmdPushConstants(VkCommandBuffer, VkPipelineLayout, VkShaderStageFlags, uint32_t,
                                            uint32_t size, const void* values)
{
    const auto* bytes = static_cast<const unsigned char*>(values);
    next.pushConstants.assign(bytes, bytes + size);
}

VKAPI_ATTR void VKAPI_CALL cmdDispatch(VkCommandBuffer, uint32_t x, uint32_t y, uint32_t z)
{
    next.groupCount = {x, y, z};
    log.dispatches.push_back(next);
    next.barrierBefore = false;
}

VKAPI_ATTR void VKAPI_CALL cmdPipelineBarrier(VkCommandBuffer, VkPipelineStageFlags from, VkPipelineStageFlags to,
                                              VkDependencyFlags, uint32_t, const VkMemoryBarrier* barriers, uint32_t,
                                              const VkBufferMemoryBarrier*, uint32_t, const VkImageMemoryBarrier*)
{
    const bool isInternal = from == VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT && to == from &&
                            barriers->srcAccessMask == VK_ACCESS_SHADER_WRITE_BIT &&
                            barriers->dstAccessMask == (VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    next.barrierBefore |= isInternal;
    log.otherBarriers += isInternal ? 0 : 1;
}

VKAPI_ATTR void VKAPI_CALL cmdBindDescriptorSets(VkCommandBuffer, VkPipelineBindPoint, VkPipelineLayout, uint32_t,
                                                 uint32_t, const VkDescriptorSet*, uint32_t, const uint32_t*)
{
}

VKAPI_ATTR void VKAPI_CALL cmdPushDescriptorSet(VkCommandBuffer, VkPipelineBindPoint, VkPipelineLayout, uint32_t,
                                                uint32_t, const VkWriteDescriptorSet*)
{
}

VKAPI_ATTR void VKAPI_CALL cmdBeginLabel(VkCommandBuffer, const VkDebugUtilsLabelEXT* label)
{
    next.label = label->pLabelName;
    ++log.openLabels;
}

VKAPI_ATTR void VKAPI_CALL cmdEndLabel(VkCommandBuffer)
{
    next.label.clear();
    --log.openLabels;
}

struct Named {
    const char* name;
    PFN_vkVoidFunction function;
};

template <class Function>
Named named(const char* name, Function* function)
{
    return {name, reinterpret_cast<PFN_vkVoidFunction>(function)};
}

PFN_vkVoidFunction find(std::initializer_list<Named> functions, const char* name)
{
    for (const Named& function : functions)
        if (std::strcmp(function.name, name) == 0)
            return function.function;
    return nullptr;
}

bool isLabelFunction(const char* name)
{
    return std::strstr(name, "DebugUtilsLabel") != nullptr;
}

PFN_vkVoidFunction labelFunction(LabelSource asked, const char* name)
{
    return asked != labelSource ? nullptr
                                : find({named("vkCmdBeginDebugUtilsLabelEXT", cmdBeginLabel),
                                        named("vkCmdEndDebugUtilsLabelEXT", cmdEndLabel)},
                                       name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL deviceFunction(VkDevice device, const char* name)
{
    if (isLabelFunction(name))
        return labelFunction(LabelSource::Device, name);
    const PFN_vkVoidFunction logged =
        find({named("vkCreateShaderModule", createShaderModule), named("vkDestroyShaderModule", destroyShaderModule),
              named("vkCreateComputePipelines", createComputePipelines), named("vkDestroyPipeline", destroyPipeline),
              named("vkCmdBindPipeline", cmdBindPipeline), named("vkCmdPushConstants", cmdPushConstants),
              named("vkCmdDispatch", cmdDispatch), named("vkCmdPipelineBarrier", cmdPipelineBarrier),
              named("vkCmdBindDescriptorSets", cmdBindDescriptorSets),
              named("vkCmdPushDescriptorSetKHR", cmdPushDescriptorSet)},
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
    return log;
}

vkscan::ContextDesc loggedContextDesc(LabelSource labels)
{
    log = {};
    next = {};
    labelSource = labels;
    vkscan::ContextDesc desc = device().contextDesc();
    desc.getDeviceProcAddr = deviceFunction;
    desc.getInstanceProcAddr = instanceFunction;
    return desc;
}

VkCommandBuffer loggedCommandBuffer()
{
    return reinterpret_cast<VkCommandBuffer>(&commandBuffer);
}

} // namespace testing_support
