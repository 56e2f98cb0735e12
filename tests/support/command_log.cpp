#include "command_log.h"

#include <support/described_device.h>

#include <algorithm>

namespace testing_support {

using support::find;
using support::named;

namespace {

CommandLog commands;
RecordedDispatch next;

VKAPI_ATTR void VKAPI_CALL bindPipeline(VkCommandBuffer, VkPipelineBindPoint, VkPipeline pipeline)
{
    next.pipeline = pipeline;
}

VKAPI_ATTR void VKAPI_CALL pushConstants(VkCommandBuffer, VkPipelineLayout, VkShaderStageFlags, uint32_t offset,
                                         uint32_t size, const void* values)
{
    next.pushConstantBytes = offset + size;
    std::copy_n(static_cast<const unsigned char*>(values), size, next.pushConstants.begin() + offset);
}

VKAPI_ATTR void VKAPI_CALL dispatch(VkCommandBuffer, uint32_t x, uint32_t y, uint32_t z)
{
    next.groupCount = {x, y, z};
    commands.dispatches.push_back(next);
    next.barrierBefore = false;
}

VKAPI_ATTR void VKAPI_CALL pipelineBarrier(VkCommandBuffer, VkPipelineStageFlags from, VkPipelineStageFlags to,
                                           VkDependencyFlags, uint32_t, const VkMemoryBarrier* barriers, uint32_t,
                                           const VkBufferMemoryBarrier*, uint32_t, const VkImageMemoryBarrier*)
{
    const bool isInternal = from == VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT && to == from &&
                            barriers->srcAccessMask == VK_ACCESS_SHADER_WRITE_BIT &&
                            barriers->dstAccessMask == (VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    next.barrierBefore |= isInternal;
    commands.otherBarriers += isInternal ? 0 : 1;
}

VKAPI_ATTR void VKAPI_CALL bindDescriptorSets(VkCommandBuffer, VkPipelineBindPoint, VkPipelineLayout, uint32_t,
                                              uint32_t count, const VkDescriptorSet*, uint32_t, const uint32_t*)
{
    commands.descriptorBindings += count;
}

VKAPI_ATTR void VKAPI_CALL pushDescriptorSet(VkCommandBuffer, VkPipelineBindPoint, VkPipelineLayout, uint32_t, uint32_t,
                                             const VkWriteDescriptorSet*)
{
    ++commands.descriptorBindings;
}

VKAPI_ATTR void VKAPI_CALL beginLabel(VkCommandBuffer, const VkDebugUtilsLabelEXT* label)
{
    next.label = label->pLabelName;
    ++commands.openLabels;
}

VKAPI_ATTR void VKAPI_CALL endLabel(VkCommandBuffer)
{
    next.label.clear();
    --commands.openLabels;
}

} // namespace

void CommandLog::clear()
{
    dispatches.clear();
    otherBarriers = descriptorBindings = openLabels = 0;
    next = {};
}

CommandLog& commandLog()
{
    return commands;
}

PFN_vkVoidFunction commandFunction(const char* name)
{
    return find({named("vkCmdBindPipeline", bindPipeline), named("vkCmdPushConstants", pushConstants),
                 named("vkCmdDispatch", dispatch), named("vkCmdPipelineBarrier", pipelineBarrier),
                 named("vkCmdBindDescriptorSets", bindDescriptorSets),
                 named("vkCmdPushDescriptorSetKHR", pushDescriptorSet),
                 named("vkCmdBeginDebugUtilsLabelEXT", beginLabel), named("vkCmdEndDebugUtilsLabelEXT", endLabel)},
                name);
}

bool isRecordedAs(const vkscan::Dispatch& planned, const RecordedDispatch& recorded)
{
    return planned.barrierBefore == recorded.barrierBefore &&
           std::equal(recorded.groupCount.begin(), recorded.groupCount.end(), planned.groupCount) &&
           planned.pushConstantBytes == recorded.pushConstantBytes &&
           std::equal(planned.pushConstants, planned.pushConstants + planned.pushConstantBytes,
                      recorded.pushConstants.begin());
}

} // namespace testing_support
