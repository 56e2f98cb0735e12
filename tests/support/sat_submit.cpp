#include "sat_submit.h"

#include <gtest/gtest.h>

namespace testing_support {

TableDescriptors::TableDescriptors(const vkscan::SummedAreaTable& table, const vkscan::SummedAreaTableArgs& args)
{
    const VolkDeviceTable& vk = device().vk();
    constexpr VkDescriptorPoolSize kSizes[] = {{VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 1},
                                               {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 3}};
    auto poolInfo = gpu::structure<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
    poolInfo.maxSets = 1;
    poolInfo.poolSizeCount = 2;
    poolInfo.pPoolSizes = kSizes;
    gpu::check(vk.vkCreateDescriptorPool(device().handle(), &poolInfo, nullptr, &m_pool), "vkCreateDescriptorPool");
    const VkDescriptorSetLayout layout = table.descriptorSetLayout();
    auto allocateInfo = gpu::structure<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
    allocateInfo.descriptorPool = m_pool;
    allocateInfo.descriptorSetCount = 1;
    allocateInfo.pSetLayouts = &layout;
    gpu::check(vk.vkAllocateDescriptorSets(device().handle(), &allocateInfo, &m_set), "vkAllocateDescriptorSets");
    const vkscan::Status status = table.writeDescriptors(m_set, args);
    EXPECT_EQ(status, vkscan::Status::Success) << toString(status);
}

TableDescriptors::~TableDescriptors()
{
    device().vk().vkDestroyDescriptorPool(device().handle(), m_pool, nullptr);
}

void submit(const std::function<vkscan::Status(VkCommandBuffer)>& record, unsigned submissions,
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

void submit(const vkscan::SummedAreaTable& table, const vkscan::SummedAreaTableArgs& args, unsigned submissions,
            const std::function<void(unsigned)>& afterEach)
{
    vkscan::SummedAreaTableArgs ordered = args;
    ordered.barrierBefore = ordered.barrierAfter = true;
    submit([&](VkCommandBuffer commandBuffer) { return table.record(commandBuffer, ordered); }, submissions, afterEach);
}

} // namespace testing_support
