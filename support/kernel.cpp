#include "kernel.h"

#include <algorithm>

namespace gpu {

Kernel::Kernel(Device& device, std::span<const uint32_t> code, uint32_t pushBytes) : m_device(device)
{
    const VolkDeviceTable& vk = device.vk();
    const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, pushBytes};
    auto layoutInfo = structure<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
    layoutInfo.pushConstantRangeCount = pushBytes > 0 ? 1 : 0;
    layoutInfo.pPushConstantRanges = &range;
    check(vk.vkCreatePipelineLayout(device.handle(), &layoutInfo, nullptr, &m_layout), "vkCreatePipelineLayout");

    auto moduleInfo = structure<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
    moduleInfo.codeSize = code.size_bytes();
    moduleInfo.pCode = code.data();
    VkShaderModule module = VK_NULL_HANDLE;
    check(vk.vkCreateShaderModule(device.handle(), &moduleInfo, nullptr, &module), "vkCreateShaderModule");
    auto pipelineInfo = structure<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
    pipelineInfo.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    pipelineInfo.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    pipelineInfo.stage.module = module;
    pipelineInfo.stage.pName = "main";
    pipelineInfo.layout = m_layout;
    const VkResult result =
        vk.vkCreateComputePipelines(device.handle(), VK_NULL_HANDLE, 1, &pipelineInfo, nullptr, &m_pipeline);
    vk.vkDestroyShaderModule(device.handle(), module, nullptr);
    check(result, "vkCreateComputePipelines");
}

Kernel::~Kernel()
{
    m_device.vk().vkDestroyPipeline(m_device.handle(), m_pipeline, nullptr);
    m_device.vk().vkDestroyPipelineLayout(m_device.handle(), m_layout, nullptr);
}

void Kernel::dispatch(VkCommandBuffer commandBuffer, std::span<const std::byte> push, uint64_t groups) const
{
    if (groups == 0)
        return;
    const VolkDeviceTable& vk = m_device.vk();
    const uint64_t width = std::min<uint64_t>(groups, m_device.properties().limits.maxComputeWorkGroupCount[0]);
    vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, m_pipeline);
    if (!push.empty())
        vk.vkCmdPushConstants(commandBuffer, m_layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                              static_cast<uint32_t>(push.size()), push.data());
    vk.vkCmdDispatch(commandBuffer, static_cast<uint32_t>(width), static_cast<uint32_t>((groups + width - 1) / width),
                     1);
}

void recordComputeBarrier(const Device& device, VkCommandBuffer commandBuffer)
{
    auto barrier = structure<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
    barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
    device.vk().vkCmdPipelineBarrier(commandBuffer, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                     VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

} // namespace gpu
