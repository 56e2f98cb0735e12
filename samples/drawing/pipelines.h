// Pipelines and their descriptor sets, in few words.
#ifndef VKSCAN_SAMPLES_DRAWING_PIPELINES_H
#define VKSCAN_SAMPLES_DRAWING_PIPELINES_H

#include "owned.h"

#include <support/gpu.h>

#include <span>

namespace drawing {

// Images as shaders see them: binding i is of the i-th type, in as many sets as there are frames in flight. Samplers
// are linear and clamp to the edge.
class Bindings {
public:
    Bindings(const gpu::Device& device, std::span<const VkDescriptorType> types, VkShaderStageFlags stages,
             uint32_t setCount);

    [[nodiscard]] VkDescriptorSetLayout layout() const noexcept { return m_layout.get(); }
    [[nodiscard]] VkDescriptorSet set(uint32_t index) const { return m_sets.at(index); }
    // Not while a frame with the set is in flight.
    void write(uint32_t set, uint32_t binding, VkImageView view, VkImageLayout imageLayout);

private:
    const gpu::Device* m_device;
    std::vector<VkDescriptorType> m_types;
    Owned<VkSampler> m_sampler;
    Owned<VkDescriptorSetLayout> m_layout;
    Owned<VkDescriptorPool> m_pool;
    std::vector<VkDescriptorSet> m_sets;
};

// A layout of these sets, and of `pushBytes` of push constants, which may be 0.
Owned<VkPipelineLayout> createPipelineLayout(const gpu::Device& device, std::span<const VkDescriptorSetLayout> sets,
                                             VkShaderStageFlags stages, uint32_t pushBytes);
// A layout with one set, or none if it is null.
Owned<VkPipelineLayout> createPipelineLayout(const gpu::Device& device, VkDescriptorSetLayout set,
                                             VkShaderStageFlags stages, uint32_t pushBytes);

Owned<VkPipeline> createComputePipeline(const gpu::Device& device, VkPipelineLayout layout,
                                        std::span<const uint32_t> code);

enum class Blend {
    None,
    Alpha, // by the fragment's alpha
    Over,  // the same with colours that are multiplied by it already; the attachment's alpha stays as it is
    Add,
};

// Draws triangles without vertex buffers into one colour attachment and, if the render pass has it, a depth attachment
// where less is nearer. Viewport and scissor are dynamic; the default state is opaque and culls nothing.
struct GraphicsPipelineDesc {
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkRenderPass renderPass = VK_NULL_HANDLE;
    std::span<const uint32_t> vertexCode;
    std::span<const uint32_t> fragmentCode;
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
    VkCullModeFlags cull = VK_CULL_MODE_NONE;
    bool depthWrite = true;
    Blend blend = Blend::None;
};
Owned<VkPipeline> createGraphicsPipeline(const gpu::Device& device, const GraphicsPipelineDesc& desc);

// A dependency of all memory, for images whose layout stays as it is.
void memoryBarrier(const gpu::Device& device, VkCommandBuffer commandBuffer, VkPipelineStageFlags from,
                   VkAccessFlags written, VkPipelineStageFlags to, VkAccessFlags accesses);
// A dependency from shader writes to shader accesses of compute shaders.
void computeBarrier(const gpu::Device& device, VkCommandBuffer commandBuffer);

// Orders all later commands behind all earlier ones, so that frames in flight may share memory that they write.
void orderFrames(const gpu::Device& device, VkCommandBuffer commandBuffer);

// Dispatches workgroups of 8 x 8 invocations that cover the extent.
void dispatchOver(const gpu::Device& device, VkCommandBuffer commandBuffer, VkExtent2D extent);

} // namespace drawing

#endif
