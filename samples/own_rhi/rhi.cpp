#include "rhi.h"

#include <algorithm>

namespace rhi {

namespace {

bool conflict(const MemoryAccess& a, const MemoryAccess& b)
{
    return (a.write || b.write) && a.address < b.address + b.size && b.address < a.address + a.size;
}

} // namespace

Pipeline::Pipeline(const gpu::Device& device, const PipelineDesc& desc) : m_device(&device)
{
    const VolkDeviceTable& vk = device.vk();
    auto moduleInfo = gpu::structure<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
    moduleInfo.codeSize = desc.code.size_bytes();
    moduleInfo.pCode = desc.code.data();
    const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, desc.pushConstantBytes};
    auto layoutInfo = gpu::structure<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
    layoutInfo.pushConstantRangeCount = 1;
    layoutInfo.pPushConstantRanges = &range;
    std::vector<VkSpecializationMapEntry> entries;
    for (uint32_t id = 0; id < desc.constants.size(); ++id)
        entries.push_back({id, id * static_cast<uint32_t>(sizeof(uint32_t)), sizeof(uint32_t)});
    const VkSpecializationInfo constants = {static_cast<uint32_t>(entries.size()), entries.data(),
                                            desc.constants.size_bytes(), desc.constants.data()};

    gpu::check(vk.vkCreatePipelineLayout(device.handle(), &layoutInfo, nullptr, &m_layout), "vkCreatePipelineLayout");
    auto info = gpu::structure<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
    info.stage = gpu::structure<VkPipelineShaderStageCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.pName = desc.entryPoint;
    info.stage.pSpecializationInfo = &constants;
    if (desc.requiresFullSubgroups)
        info.stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT_EXT;
    auto subgroups = gpu::structure<VkPipelineShaderStageRequiredSubgroupSizeCreateInfoEXT>(
        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO_EXT);
    subgroups.requiredSubgroupSize = desc.requiredSubgroupSize;
    if (desc.requiredSubgroupSize != 0)
        info.stage.pNext = &subgroups;
    info.layout = m_layout;
    gpu::check(vk.vkCreateShaderModule(device.handle(), &moduleInfo, nullptr, &info.stage.module),
               "vkCreateShaderModule");
    const VkResult result =
        vk.vkCreateComputePipelines(device.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &m_pipeline);
    vk.vkDestroyShaderModule(device.handle(), info.stage.module, nullptr);
    gpu::check(result, "vkCreateComputePipelines");
}

Pipeline::Pipeline(Pipeline&& other) noexcept
    : m_device(other.m_device),
      m_layout(std::exchange(other.m_layout, VK_NULL_HANDLE)),
      m_pipeline(std::exchange(other.m_pipeline, VK_NULL_HANDLE))
{
}

Pipeline::~Pipeline()
{
    m_device->vk().vkDestroyPipeline(m_device->handle(), m_pipeline, nullptr);
    m_device->vk().vkDestroyPipelineLayout(m_device->handle(), m_layout, nullptr);
}

bool CommandList::dispatch(const Pipeline& pipeline, std::span<const unsigned char> pushConstants,
                           const uint32_t groupCount[3], std::span<const MemoryAccess> accesses)
{
    const VolkDeviceTable& vk = m_device.vk();
    const bool needsBarrier = std::any_of(accesses.begin(), accesses.end(), [this](const MemoryAccess& access) {
        return std::any_of(m_sinceBarrier.begin(), m_sinceBarrier.end(),
                           [&](const MemoryAccess& earlier) { return conflict(access, earlier); });
    });
    if (needsBarrier) {
        auto barrier = gpu::structure<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
        barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
        barrier.dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
        vk.vkCmdPipelineBarrier(m_commandBuffer, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &barrier, 0, nullptr, 0, nullptr);
        m_sinceBarrier.clear();
    }
    m_sinceBarrier.insert(m_sinceBarrier.end(), accesses.begin(), accesses.end());
    vk.vkCmdBindPipeline(m_commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.handle());
    vk.vkCmdPushConstants(m_commandBuffer, pipeline.layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                          static_cast<uint32_t>(pushConstants.size()), pushConstants.data());
    vk.vkCmdDispatch(m_commandBuffer, groupCount[0], groupCount[1], groupCount[2]);
    return needsBarrier;
}

} // namespace rhi
