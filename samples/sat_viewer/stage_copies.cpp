#include "stage_copies.h"

#include "../drawing/pipelines.h"

#include <algorithm>

namespace viewer {

StageCopies::StageCopies(gpu::Device& device)
    : m_device(device),
      m_copy(device),
      m_timers{drawing::FrameTimer(device), drawing::FrameTimer(device)}
{
}

void StageCopies::makeBuffers(const std::vector<StageBytes>& stages)
{
    VkDeviceSize bytes = 0;
    for (const StageBytes& stage : stages)
        bytes = std::max(bytes, stage.bytes / 2 + 16);
    if (m_source.size() >= bytes)
        return;
    // The other slot's frame may still use the smaller ones.
    gpu::check(m_device.vk().vkDeviceWaitIdle(m_device.handle()), "vkDeviceWaitIdle");
    m_source = m_device.createBuffer(bytes);
    m_destination = m_device.createBuffer(bytes);
}

void StageCopies::record(VkCommandBuffer commandBuffer, uint32_t slot, const std::vector<StageBytes>& stages)
{
    makeBuffers(stages);
    drawing::FrameTimer& timer = m_timers.at(slot);
    drawing::computeBarrier(m_device, commandBuffer);
    timer.begin(commandBuffer);
    for (const StageBytes& stage : stages) {
        m_copy.record(commandBuffer, m_source.address(), m_destination.address(), stage.bytes / 2);
        drawing::computeBarrier(m_device, commandBuffer);
        timer.mark(commandBuffer, stage.stage);
    }
}

} // namespace viewer
