#include "pipeline.h"

#include "result.h"

namespace vkscan {

Status createPipelineLayout(const Context::Impl& context, VkDescriptorSetLayout setLayout,
                            VkPipelineLayout* layout) noexcept
{
    VkPushConstantRange pushRange = {};
    pushRange.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
    pushRange.size = sizeof(PushConstants);
    VkPipelineLayoutCreateInfo layoutInfo = {};
    layoutInfo.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    layoutInfo.setLayoutCount = setLayout != VK_NULL_HANDLE ? 1 : 0;
    layoutInfo.pSetLayouts = &setLayout;
    layoutInfo.pushConstantRangeCount = 1;
    layoutInfo.pPushConstantRanges = &pushRange;
    return statusOf(context.vk.createPipelineLayout(context.device, &layoutInfo, context.allocator(), layout));
}

Status createPipeline(const Context::Impl& context, KernelCode code, const SpecConstants& constants,
                      VkPipelineLayout layout, VkPipeline* pipeline) noexcept
{
    VkSpecializationMapEntry entries[abi::kAllSpecConstantCount] = {};
    for (uint32_t id = 0; id < abi::kAllSpecConstantCount; ++id)
        entries[id] = {id, id * static_cast<uint32_t>(sizeof(uint32_t)), sizeof(uint32_t)};
    const VkSpecializationInfo specialization = {abi::kAllSpecConstantCount, entries, sizeof(constants.values),
                                                 constants.values};

    VkShaderModuleCreateInfo moduleInfo = {};
    moduleInfo.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
    moduleInfo.codeSize = code.bytes;
    moduleInfo.pCode = code.words;
    VkShaderModule module = VK_NULL_HANDLE;
    const VkResult result = context.vk.createShaderModule(context.device, &moduleInfo, context.allocator(), &module);
    if (result != VK_SUCCESS)
        return statusOf(result);

    VkComputePipelineCreateInfo pipelineInfo = {};
    pipelineInfo.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    pipelineInfo.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    pipelineInfo.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    pipelineInfo.stage.module = module;
    pipelineInfo.stage.pName = "main";
    pipelineInfo.stage.pSpecializationInfo = &specialization;
    pipelineInfo.layout = layout;
    const Status status = statusOf(context.vk.createComputePipelines(context.device, context.pipelineCache, 1,
                                                                     &pipelineInfo, context.allocator(), pipeline));
    context.vk.destroyShaderModule(context.device, module, context.allocator());
    return status;
}

void Pipelines::destroy(const Context::Impl& context) noexcept
{
    for (VkPipeline pipeline : items)
        if (pipeline != VK_NULL_HANDLE)
            context.vk.destroyPipeline(context.device, pipeline, context.allocator());
}

} // namespace vkscan
