#include "submit.h"

#include <gtest/gtest.h>

#include <cstdio>

namespace testing_support {

void submitRecorded(const std::function<vkscan::Status(VkCommandBuffer)>& record, unsigned submissions,
                    const std::function<void(unsigned)>& afterEach)
{
    const VolkDeviceTable& vk = device().vk();
    auto allocateInfo = gpu::structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
    allocateInfo.commandPool = device().commandPool();
    allocateInfo.commandBufferCount = 1;
    VkCommandBuffer commandBuffer = VK_NULL_HANDLE;
    gpu::check(vk.vkAllocateCommandBuffers(device().handle(), &allocateInfo, &commandBuffer),
               "vkAllocateCommandBuffers");
    auto beginInfo = gpu::structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
    gpu::check(vk.vkBeginCommandBuffer(commandBuffer, &beginInfo), "vkBeginCommandBuffer");
    const vkscan::Status status = record(commandBuffer);
    EXPECT_EQ(status, vkscan::Status::Success) << toString(status);
    gpu::check(vk.vkEndCommandBuffer(commandBuffer), "vkEndCommandBuffer");

    auto submitInfo = gpu::structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
    submitInfo.commandBufferCount = 1;
    submitInfo.pCommandBuffers = &commandBuffer;
    for (unsigned i = 0; i < submissions; ++i) {
        gpu::check(vk.vkQueueSubmit(device().queue(), 1, &submitInfo, VK_NULL_HANDLE), "vkQueueSubmit");
        gpu::check(vk.vkQueueWaitIdle(device().queue()), "vkQueueWaitIdle");
        afterEach(i);
    }
    vk.vkFreeCommandBuffers(device().handle(), device().commandPool(), 1, &commandBuffer);
}

vkscan::ScratchStatus runPatiently(const std::function<vkscan::ScratchStatus()>& run)
{
    const unsigned attempts = capabilities().boundedLoops ? kMostAttempts : 1;
    vkscan::ScratchStatus status = run();
    for (unsigned attempt = 1; attempt < attempts && status == vkscan::ScratchStatus::GaveUp; ++attempt) {
        std::printf("a wait was given up in attempt %u of %u\n", attempt, attempts);
        status = run();
    }
    return status;
}

} // namespace testing_support
