#include "query_shader.h"

#include "environment.h"

#include "plan/pipelines.h"

#include <gtest/gtest.h>

#include <functional>

using namespace vkscan;

namespace testing_support {

namespace {

constexpr uint32_t kWorkgroupSize = 64;

// `bind` records state of the dispatch, except its pipeline.
void run(const KernelCode& code, VkPipelineLayout layout, uint32_t queries,
         const std::function<void(VkCommandBuffer)>& bind)
{
    VkPipeline pipeline = VK_NULL_HANDLE;
    Kernel kernel;
    kernel.code = code.words;
    kernel.codeBytes = code.bytes;
    ASSERT_EQ(createPipelines(*context().impl(), &kernel, 1, {.layout = layout}, &pipeline), Status::Success);
    const VolkDeviceTable& vk = device().vk();
    device().run([&](VkCommandBuffer commandBuffer) {
        vk.vkCmdBindPipeline(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        bind(commandBuffer);
        vk.vkCmdDispatch(commandBuffer, (queries + kWorkgroupSize - 1) / kWorkgroupSize, 1, 1);
    });
    context().impl()->vk.destroyPipeline(device().handle(), pipeline, nullptr);
}

} // namespace

void runQueries(const KernelCode& code, const void* push, uint32_t pushBytes, uint32_t queries)
{
    const VkPipelineLayout layout = context().impl()->pipelineLayout;
    run(code, layout, queries, [&](VkCommandBuffer commandBuffer) {
        device().vk().vkCmdPushConstants(commandBuffer, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, pushBytes, push);
    });
}

void runQueries(const KernelCode& code, const std::vector<gpu::Buffer>& buffers, uint32_t queries,
                const std::vector<VkImageView>& images)
{
    const VolkDeviceTable& vk = device().vk();
    const auto bufferCount = static_cast<uint32_t>(buffers.size());
    const auto imageCount = static_cast<uint32_t>(images.size());
    const uint32_t count = bufferCount + imageCount;
    std::vector<VkDescriptorSetLayoutBinding> bindings(count);
    std::vector<VkDescriptorBufferInfo> infos(bufferCount);
    std::vector<VkDescriptorImageInfo> imageInfos(imageCount);
    std::vector<VkWriteDescriptorSet> writes(count);
    for (uint32_t i = 0; i < count; ++i) {
        const bool isBuffer = i < bufferCount;
        bindings[i] = {i, isBuffer ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER : VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 1,
                       VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
        if (isBuffer)
            infos[i] = {buffers[i].handle(), 0, VK_WHOLE_SIZE};
        else
            imageInfos[i - bufferCount] = {VK_NULL_HANDLE, images[i - bufferCount], VK_IMAGE_LAYOUT_GENERAL};
    }
    auto setLayoutInfo =
        gpu::structure<VkDescriptorSetLayoutCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
    setLayoutInfo.bindingCount = count;
    setLayoutInfo.pBindings = bindings.data();
    VkDescriptorSetLayout setLayout = VK_NULL_HANDLE;
    ASSERT_EQ(vk.vkCreateDescriptorSetLayout(device().handle(), &setLayoutInfo, nullptr, &setLayout), VK_SUCCESS);
    auto layoutInfo = gpu::structure<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
    layoutInfo.setLayoutCount = 1;
    layoutInfo.pSetLayouts = &setLayout;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    ASSERT_EQ(vk.vkCreatePipelineLayout(device().handle(), &layoutInfo, nullptr, &layout), VK_SUCCESS);
    const VkDescriptorPoolSize poolSizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, bufferCount},
                                              {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, imageCount}};
    auto poolInfo = gpu::structure<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
    poolInfo.maxSets = 1;
    poolInfo.poolSizeCount = imageCount > 0 ? 2 : 1;
    poolInfo.pPoolSizes = poolSizes;
    VkDescriptorPool pool = VK_NULL_HANDLE;
    ASSERT_EQ(vk.vkCreateDescriptorPool(device().handle(), &poolInfo, nullptr, &pool), VK_SUCCESS);
    auto setInfo = gpu::structure<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
    setInfo.descriptorPool = pool;
    setInfo.descriptorSetCount = 1;
    setInfo.pSetLayouts = &setLayout;
    VkDescriptorSet set = VK_NULL_HANDLE;
    ASSERT_EQ(vk.vkAllocateDescriptorSets(device().handle(), &setInfo, &set), VK_SUCCESS);
    for (uint32_t i = 0; i < count; ++i) {
        writes[i] = gpu::structure<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
        writes[i].dstSet = set;
        writes[i].dstBinding = i;
        writes[i].descriptorCount = 1;
        writes[i].descriptorType = bindings[i].descriptorType;
        if (i < bufferCount)
            writes[i].pBufferInfo = &infos[i];
        else
            writes[i].pImageInfo = &imageInfos[i - bufferCount];
    }
    vk.vkUpdateDescriptorSets(device().handle(), count, writes.data(), 0, nullptr);
    run(code, layout, queries, [&](VkCommandBuffer commandBuffer) {
        vk.vkCmdBindDescriptorSets(commandBuffer, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
    });
    vk.vkDestroyPipelineLayout(device().handle(), layout, nullptr);
    vk.vkDestroyDescriptorPool(device().handle(), pool, nullptr);
    vk.vkDestroyDescriptorSetLayout(device().handle(), setLayout, nullptr);
}

} // namespace testing_support
