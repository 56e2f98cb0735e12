#include "table_descriptors.h"

#include <gtest/gtest.h>

namespace testing_support {

void TableDescriptors::allocate(VkDescriptorSetLayout layout)
{
    const VolkDeviceTable& vk = device().vk();
    constexpr VkDescriptorPoolSize kSizes[] = {{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1},
                                               {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 3}};
    auto poolInfo = gpu::structure<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
    poolInfo.maxSets = 1;
    poolInfo.poolSizeCount = 2;
    poolInfo.pPoolSizes = kSizes;
    gpu::check(vk.vkCreateDescriptorPool(device().handle(), &poolInfo, nullptr, &m_pool), "vkCreateDescriptorPool");
    auto allocateInfo = gpu::structure<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
    allocateInfo.descriptorPool = m_pool;
    allocateInfo.descriptorSetCount = 1;
    allocateInfo.pSetLayouts = &layout;
    gpu::check(vk.vkAllocateDescriptorSets(device().handle(), &allocateInfo, &m_set), "vkAllocateDescriptorSets");
}

void TableDescriptors::expectWritten(vkscan::Status status)
{
    EXPECT_EQ(status, vkscan::Status::Success) << toString(status);
}

TableDescriptors::~TableDescriptors()
{
    device().vk().vkDestroyDescriptorPool(device().handle(), m_pool, nullptr);
}

} // namespace testing_support
