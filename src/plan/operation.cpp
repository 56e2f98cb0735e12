#include "plan/operation.h"

namespace vkscan {

namespace {

struct Scope {
    VkPipelineStageFlags stages;
    VkAccessFlags accesses;
};

constexpr Scope kShaderWrites = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT};
constexpr Scope kShaderAccesses = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                   VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
constexpr Scope kCommandAndShaderAccesses = {kShaderAccesses.stages | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT,
                                             kShaderAccesses.accesses | VK_ACCESS_INDIRECT_COMMAND_READ_BIT};
constexpr Scope kAllWrites = {VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_MEMORY_WRITE_BIT};
constexpr Scope kAllAccesses = {VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};

void recordBarrier(const DeviceFunctions& vk, VkCommandBuffer commandBuffer, Scope before, Scope after) noexcept
{
    VkMemoryBarrier barrier = {};
    barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
    barrier.srcAccessMask = before.accesses;
    barrier.dstAccessMask = after.accesses;
    vk.cmdPipelineBarrier(commandBuffer, before.stages, after.stages, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

void beginLabel(const DeviceFunctions& vk, VkCommandBuffer commandBuffer, const char* name) noexcept
{
    VkDebugUtilsLabelEXT label = {};
    label.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT;
    label.pLabelName = name;
    vk.cmdBeginDebugUtilsLabel(commandBuffer, &label);
}

void pushData(const DeviceFunctions& vk, VkCommandBuffer commandBuffer, uint32_t offset, const void* bytes,
              std::size_t count) noexcept
{
    VkPushDataInfoEXT info = {};
    info.sType = VK_STRUCTURE_TYPE_PUSH_DATA_INFO_EXT;
    info.offset = offset;
    info.data = {bytes, count};
    vk.cmdPushData(commandBuffer, &info);
}

constexpr VkPipelineBindPoint kCompute = VK_PIPELINE_BIND_POINT_COMPUTE;

void bindDescriptors(const DeviceFunctions& vk, VkCommandBuffer commandBuffer, VkPipelineLayout layout,
                     const Descriptors& descriptors) noexcept
{
    if (descriptors.offsetCount > 0)
        pushData(vk, commandBuffer, kPushConstantBytes, descriptors.heapOffsets,
                 descriptors.offsetCount * sizeof(uint32_t));
    else if (descriptors.writeCount > 0)
        vk.cmdPushDescriptorSet(commandBuffer, kCompute, layout, 0, descriptors.writeCount, descriptors.writes);
    else if (descriptors.set != VK_NULL_HANDLE)
        vk.cmdBindDescriptorSets(commandBuffer, kCompute, layout, 0, 1, &descriptors.set, 0, nullptr);
}

} // namespace

void recordPlan(const DeviceFunctions& vk, const Recording& recording, const Plan& plan,
                VkCommandBuffer commandBuffer) noexcept
{
    const bool isSized = recording.groups.buffer != VK_NULL_HANDLE;
    if (recording.barrierBefore)
        recordBarrier(vk, commandBuffer, kAllWrites, isSized ? kCommandAndShaderAccesses : kShaderAccesses);
    for (uint32_t i = 0; i < plan.stepCount; ++i) {
        const Step& step = plan.steps[i];
        if (recording.descriptors != nullptr && (i == 0 || step.set != plan.steps[i - 1].set))
            bindDescriptors(vk, commandBuffer, recording.layout, recording.descriptors[step.set]);
        if (step.barrierBefore)
            recordBarrier(vk, commandBuffer, kShaderWrites, kShaderAccesses);
        if (vk.cmdBeginDebugUtilsLabel != nullptr)
            beginLabel(vk, commandBuffer, recording.pipelines->kernels[step.stage].name);
        vk.cmdBindPipeline(commandBuffer, kCompute, recording.pipelines->items[step.stage]);
        if (vk.cmdPushData != nullptr)
            pushData(vk, commandBuffer, 0, step.push.bytes, sizeof(step.push));
        else
            vk.cmdPushConstants(commandBuffer, recording.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(step.push),
                                step.push.bytes);
        if (isSized && step.isSized)
            vk.cmdDispatchIndirect(commandBuffer, recording.groups.buffer, recording.groups.offset);
        else
            vk.cmdDispatch(commandBuffer, step.groupCount[0], step.groupCount[1], 1);
        if (vk.cmdEndDebugUtilsLabel != nullptr)
            vk.cmdEndDebugUtilsLabel(commandBuffer);
    }
    if (recording.barrierAfter)
        recordBarrier(vk, commandBuffer, kShaderWrites, kAllAccesses);
}

Operation::Operation(Operation&& other) noexcept : m_impl(std::exchange(other.m_impl, nullptr)) {}

Operation& Operation::operator=(Operation&& other) noexcept
{
    std::swap(m_impl, other.m_impl);
    return *this;
}

Operation::~Operation()
{
    delete m_impl;
}

KernelList Operation::kernels() const noexcept
{
    return m_impl != nullptr ? KernelList{m_impl->pipelines.kernels, m_impl->pipelines.kernelCount} : KernelList{};
}

} // namespace vkscan
