#include "command_log.h"

#include "device/descriptor_heap.h"

#include <support/described_device.h>

#include <algorithm>
#include <cstring>

namespace testing_support {

using support::find;
using support::named;

namespace {

CommandLog commands;
RecordedDispatch next;

VKAPI_ATTR void VKAPI_CALL bindPipeline(VkCommandBuffer, VkPipelineBindPoint, VkPipeline pipeline)
{
    commands.calls.push_back("vkCmdBindPipeline");
    next.pipeline = pipeline;
}

VKAPI_ATTR void VKAPI_CALL pushConstants(VkCommandBuffer, VkPipelineLayout, VkShaderStageFlags, uint32_t offset,
                                         uint32_t size, const void* values)
{
    commands.calls.push_back("vkCmdPushConstants");
    next.pushConstantBytes = offset + size;
    std::copy_n(static_cast<const unsigned char*>(values), size, next.pushConstants.begin() + offset);
}

VKAPI_ATTR void VKAPI_CALL pushData(VkCommandBuffer, const VkPushDataInfoEXT* info)
{
    commands.calls.push_back("vkCmdPushDataEXT");
    if (info->offset == vkscan::kMaxPushConstantBytes) {
        std::memcpy(next.heapOffsets.data(), info->data.address, info->data.size);
        return;
    }
    next.pushConstantBytes = info->offset + static_cast<uint32_t>(info->data.size);
    std::copy_n(static_cast<const unsigned char*>(info->data.address), info->data.size,
                next.pushConstants.begin() + info->offset);
}

VKAPI_ATTR void VKAPI_CALL dispatch(VkCommandBuffer, uint32_t x, uint32_t y, uint32_t z)
{
    commands.calls.push_back("vkCmdDispatch");
    next.groupCount = {x, y, z};
    commands.dispatches.push_back(next);
    next.barrierBefore = false;
}

VKAPI_ATTR void VKAPI_CALL dispatchIndirect(VkCommandBuffer, VkBuffer buffer, VkDeviceSize offset)
{
    commands.calls.push_back("vkCmdDispatchIndirect");
    next.command = {buffer, offset};
    commands.dispatches.push_back(next);
    next.barrierBefore = false;
    next.command = {};
}

VKAPI_ATTR void VKAPI_CALL pipelineBarrier(VkCommandBuffer, VkPipelineStageFlags from, VkPipelineStageFlags to,
                                           VkDependencyFlags, uint32_t, const VkMemoryBarrier* barriers, uint32_t,
                                           const VkBufferMemoryBarrier*, uint32_t, const VkImageMemoryBarrier*)
{
    commands.calls.push_back("vkCmdPipelineBarrier");
    const bool isInternal = from == VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT && to == from &&
                            barriers->srcAccessMask == VK_ACCESS_SHADER_WRITE_BIT &&
                            barriers->dstAccessMask == (VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    next.barrierBefore |= isInternal;
    commands.otherBarriers += isInternal ? 0 : 1;
    if (commands.calls.size() == 1)
        commands.barrierBefore = {to, barriers->dstAccessMask};
}

VKAPI_ATTR void VKAPI_CALL bindDescriptorSets(VkCommandBuffer, VkPipelineBindPoint, VkPipelineLayout, uint32_t,
                                              uint32_t count, const VkDescriptorSet*, uint32_t, const uint32_t*)
{
    commands.calls.push_back("vkCmdBindDescriptorSets");
    commands.descriptorBindings += count;
}

VKAPI_ATTR void VKAPI_CALL pushDescriptorSet(VkCommandBuffer, VkPipelineBindPoint, VkPipelineLayout, uint32_t, uint32_t,
                                             const VkWriteDescriptorSet*)
{
    commands.calls.push_back("vkCmdPushDescriptorSetKHR");
    ++commands.descriptorBindings;
}

VKAPI_ATTR void VKAPI_CALL beginLabel(VkCommandBuffer, const VkDebugUtilsLabelEXT* label)
{
    commands.calls.push_back("vkCmdBeginDebugUtilsLabelEXT");
    next.label = label->pLabelName;
    ++commands.openLabels;
}

VKAPI_ATTR void VKAPI_CALL endLabel(VkCommandBuffer)
{
    commands.calls.push_back("vkCmdEndDebugUtilsLabelEXT");
    next.label.clear();
    --commands.openLabels;
}

} // namespace

void CommandLog::clear()
{
    calls.clear();
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
                 named("vkCmdPushDataEXT", pushData), named("vkCmdDispatch", dispatch),
                 named("vkCmdDispatchIndirect", dispatchIndirect), named("vkCmdPipelineBarrier", pipelineBarrier),
                 named("vkCmdBindDescriptorSets", bindDescriptorSets),
                 named("vkCmdPushDescriptorSetKHR", pushDescriptorSet),
                 named("vkCmdBeginDebugUtilsLabelEXT", beginLabel), named("vkCmdEndDebugUtilsLabelEXT", endLabel)},
                name);
}

std::size_t callsOf(const char* name)
{
    const std::vector<const char*>& calls = commands.calls;
    return static_cast<std::size_t>(
        std::count_if(calls.begin(), calls.end(), [&](const char* call) { return std::strcmp(call, name) == 0; }));
}

bool isRecordedAs(const vkscan::Dispatch& planned, const RecordedDispatch& recorded)
{
    const bool hasGroups = recorded.command.buffer != VK_NULL_HANDLE
                               ? planned.sized
                               : std::equal(recorded.groupCount.begin(), recorded.groupCount.end(), planned.groupCount);
    return planned.barrierBefore == recorded.barrierBefore && hasGroups &&
           planned.pushConstantBytes == recorded.pushConstantBytes &&
           std::equal(planned.pushConstants, planned.pushConstants + planned.pushConstantBytes,
                      recorded.pushConstants.begin());
}

} // namespace testing_support
