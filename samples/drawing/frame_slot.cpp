#include "frame_slot.h"

namespace drawing {

using gpu::check;
using gpu::structure;

FrameSlot::FrameSlot(const gpu::Device& device) : m_device(device), m_timer(device)
{
    auto allocateInfo = structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
    allocateInfo.commandPool = device.commandPool();
    allocateInfo.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    allocateInfo.commandBufferCount = 1;
    check(device.vk().vkAllocateCommandBuffers(device.handle(), &allocateInfo, &m_commandBuffer),
          "vkAllocateCommandBuffers");
    auto fenceInfo = structure<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
    fenceInfo.flags = VK_FENCE_CREATE_SIGNALED_BIT;
    check(device.vk().vkCreateFence(device.handle(), &fenceInfo, nullptr, &m_fence), "vkCreateFence");
}

FrameSlot::~FrameSlot()
{
    m_device.vk().vkDeviceWaitIdle(m_device.handle());
    m_device.vk().vkDestroyFence(m_device.handle(), m_fence, nullptr);
    m_device.vk().vkFreeCommandBuffers(m_device.handle(), m_device.commandPool(), 1, &m_commandBuffer);
}

void FrameSlot::wait()
{
    check(m_device.vk().vkWaitForFences(m_device.handle(), 1, &m_fence, VK_TRUE, UINT64_MAX), "vkWaitForFences");
}

VkCommandBuffer FrameSlot::begin()
{
    auto info = structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
    info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    check(m_device.vk().vkBeginCommandBuffer(m_commandBuffer, &info), "vkBeginCommandBuffer");
    m_timer.begin(m_commandBuffer);
    return m_commandBuffer;
}

void FrameSlot::submit(const Semaphores& semaphores)
{
    const VolkDeviceTable& vk = m_device.vk();
    check(vk.vkEndCommandBuffer(m_commandBuffer), "vkEndCommandBuffer");
    auto info = structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
    info.waitSemaphoreCount = semaphores.wait == VK_NULL_HANDLE ? 0 : 1;
    info.pWaitSemaphores = &semaphores.wait;
    info.pWaitDstStageMask = &semaphores.waitStages;
    info.commandBufferCount = 1;
    info.pCommandBuffers = &m_commandBuffer;
    info.signalSemaphoreCount = semaphores.signal == VK_NULL_HANDLE ? 0 : 1;
    info.pSignalSemaphores = &semaphores.signal;
    check(vk.vkResetFences(m_device.handle(), 1, &m_fence), "vkResetFences");
    check(vk.vkQueueSubmit(m_device.queue(), 1, &info, m_fence), "vkQueueSubmit");
}

} // namespace drawing
