#include "plan/pipelines.h"

#include "device/result.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>

namespace vkscan {

Status createPipeline(const Context::Impl& context, const Kernel& kernel, VkPipelineLayout layout,
                      VkPipeline* pipeline) noexcept
{
    VkSpecializationMapEntry entries[kMaxKernelConstants] = {};
    for (uint32_t id = 0; id < kernel.constantCount; ++id)
        entries[id] = {id, id * static_cast<uint32_t>(sizeof(uint32_t)), sizeof(uint32_t)};
    const VkSpecializationInfo specialization = {kernel.constantCount, entries, sizeof(kernel.constants),
                                                 kernel.constants};

    VkShaderModuleCreateInfo moduleInfo = {};
    moduleInfo.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
    moduleInfo.codeSize = kernel.codeBytes;
    moduleInfo.pCode = kernel.code;
    VkShaderModule module = VK_NULL_HANDLE;
    const VkResult result = context.vk.createShaderModule(context.device, &moduleInfo, context.allocator(), &module);
    if (result != VK_SUCCESS)
        return statusOf(result);

    VkComputePipelineCreateInfo pipelineInfo = {};
    pipelineInfo.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    pipelineInfo.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    pipelineInfo.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    pipelineInfo.stage.module = module;
    pipelineInfo.stage.pName = kernel.entryPoint;
    pipelineInfo.stage.pSpecializationInfo = &specialization;
    pipelineInfo.layout = layout;
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfoEXT subgroups = {};
    subgroups.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO_EXT;
    subgroups.requiredSubgroupSize = kernel.requiredSubgroupSize;
    if (kernel.requiredSubgroupSize != 0)
        pipelineInfo.stage.pNext = &subgroups;
    if (kernel.requiresFullSubgroups)
        pipelineInfo.stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT_EXT;
    const VkResult created = context.vk.createComputePipelines(context.device, context.pipelineCache, 1, &pipelineInfo,
                                                               context.allocator(), pipeline);
    context.vk.destroyShaderModule(context.device, module, context.allocator());
    return statusOf(created, pipeline);
}

Status Pipelines::add(const Context::Impl& context, Stage stage, KernelCode code, const SpecConstants& constants,
                      VkPipelineLayout layout) noexcept
{
    static_assert(abi::kSpecConstantCount <= kMaxKernelConstants);
    const auto index = static_cast<uint32_t>(stage);
    kernelOf[index] = kernelCount;
    Kernel& kernel = kernels[kernelCount++];
    char name[kMaxKernelName] = "";
    std::snprintf(name, sizeof(name), "vkscan %s: %s", operation, toString(stage));
    std::copy_n(name, kMaxKernelName, kernel.name);
    kernel.code = code.words;
    kernel.codeBytes = code.bytes;
    std::copy_n(constants.values, abi::kSpecConstantCount, kernel.constants);
    kernel.constantCount = abi::kSpecConstantCount;
    kernel.workgroupSize[0] = constants.values[abi::kIdWorkgroupSize];
    kernel.pushConstantBytes = sizeof(PushConstants);
    const Capabilities& capabilities = context.capabilities;
    kernel.requiresFullSubgroups =
        capabilities.fullSubgroups && kernel.workgroupSize[0] % capabilities.subgroupSize == 0;
    kernel.requiredSubgroupSize = capabilities.subgroupSizeVaries ? capabilities.subgroupSize : 0;
    return context.plansOnly ? Status::Success : createPipeline(context, kernel, layout, &items[index]);
}

void Pipelines::destroy(const Context::Impl& context) noexcept
{
    for (VkPipeline pipeline : items)
        if (pipeline != VK_NULL_HANDLE)
            context.vk.destroyPipeline(context.device, pipeline, context.allocator());
}

void publish(const Plan& plan, const Pipelines& pipelines, DispatchList* list) noexcept
{
    static_assert(Plan::kCapacity <= kMaxDispatches && AccessList::kCapacity <= kMaxDispatchAccesses &&
                  sizeof(PushConstants) == kPushConstantBytes && kPushConstantBytes <= kMaxPushConstantBytes);
    list->count = plan.stepCount;
    for (uint32_t i = 0; i < plan.stepCount; ++i) {
        const Step& step = plan.steps[i];
        Dispatch& dispatch = *new (&list->items[i]) Dispatch;
        dispatch.kernel = pipelines.kernelOf[static_cast<uint32_t>(step.stage)];
        dispatch.barrierBefore = step.barrierBefore;
        dispatch.groupCount[0] = step.groupCount[0];
        dispatch.groupCount[1] = step.groupCount[1];
        dispatch.groupCount[2] = 1;
        dispatch.pushConstantBytes = sizeof(step.push);
        std::memcpy(dispatch.pushConstants, &step.push, sizeof(step.push));
        dispatch.accessCount = step.accesses.count;
        std::copy_n(step.accesses.items, step.accesses.count, dispatch.accesses);
    }
}

} // namespace vkscan
