#include "record.h"

namespace vkscan {

namespace {

struct Scope {
    VkPipelineStageFlags stages;
    VkAccessFlags accesses;
};

constexpr Scope kShaderWrites = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT};
constexpr Scope kShaderAccesses = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                   VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
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

} // namespace

void recordPlan(const Context::Impl& context, const VkPipeline* pipelines, const Plan& plan, bool barrierBefore,
                bool barrierAfter, VkCommandBuffer commandBuffer) noexcept
{
    const DeviceFunctions& vk = context.vk;
    if (barrierBefore)
        recordBarrier(vk, commandBuffer, kAllWrites, kShaderAccesses);
    for (uint32_t i = 0; i < plan.stepCount; ++i) {
        const Step& step = plan.steps[i];
        if (step.barrierBefore)
            recordBarrier(vk, commandBuffer, kShaderWrites, kShaderAccesses);
        vk.cmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipelines[static_cast<uint32_t>(step.stage)]);
        vk.cmdPushConstants(commandBuffer, context.pipelineLayout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(step.push),
                            &step.push);
        vk.cmdDispatch(commandBuffer, step.groupCount[0], step.groupCount[1], 1);
    }
    if (barrierAfter)
        recordBarrier(vk, commandBuffer, kShaderWrites, kAllAccesses);
}

} // namespace vkscan
