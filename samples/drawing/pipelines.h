// Short functions for render passes, pipelines and their descriptor sets.
#pragma once

#include <support/gpu.h>

#include <volk.h>

#include <span>

namespace drawing {

// A Vulkan object of the device's that is destroyed with its owner.
template <class Handle>
class Owned {
public:
    using Destroy = void(VKAPI_PTR*)(VkDevice, Handle, const VkAllocationCallbacks*);

    Owned() noexcept = default;
    Owned(VkDevice device, Handle handle, Destroy destroy) noexcept
        : m_device(device),
          m_handle(handle),
          m_destroy(destroy)
    {
    }
    Owned(Owned&& other) noexcept { swap(other); }
    Owned& operator=(Owned&& other) noexcept
    {
        Owned(std::move(other)).swap(*this);
        return *this;
    }
    ~Owned()
    {
        if (m_handle != VK_NULL_HANDLE)
            m_destroy(m_device, m_handle, nullptr);
    }

    [[nodiscard]] Handle get() const noexcept { return m_handle; }

private:
    void swap(Owned& other) noexcept
    {
        std::swap(m_device, other.m_device);
        std::swap(m_handle, other.m_handle);
        std::swap(m_destroy, other.m_destroy);
    }

    VkDevice m_device = VK_NULL_HANDLE;
    Handle m_handle = VK_NULL_HANDLE;
    Destroy m_destroy = nullptr;
};

[[nodiscard]] Owned<VkSemaphore> createSemaphore(const gpu::Device& device);

// Descriptor sets of these layouts, from their own pool.
struct DescriptorSets {
    Owned<VkDescriptorPool> pool;
    std::vector<VkDescriptorSet> sets;
};
[[nodiscard]] DescriptorSets allocateSets(const gpu::Device& device, std::span<const VkDescriptorPoolSize> sizes,
                                          std::span<const VkDescriptorSetLayout> layouts);

// Images as shaders see them: binding i has the i-th type, in `setCount` sets.
class Bindings {
public:
    Bindings(const gpu::Device& device, std::span<const VkDescriptorType> types, VkShaderStageFlags stages,
             uint32_t setCount);

    [[nodiscard]] VkDescriptorSetLayout layout() const noexcept { return m_layout.get(); }
    [[nodiscard]] VkDescriptorSet set(std::size_t index) const { return m_sets.sets.at(index); }
    // Call while no frame with the set is in flight. The default sampler is linear and clamps to the edge.
    void write(std::size_t set, uint32_t binding, VkImageView view, VkImageLayout imageLayout,
               VkSampler sampler = VK_NULL_HANDLE);

    // Dispatches workgroups of 8 x 8 invocations that cover the extent, with a set and push constants. Binds everything
    // again, since vkscan changes bindings.
    template <class Push>
    void compute(VkCommandBuffer commandBuffer, std::size_t set, const Owned<VkPipelineLayout>& layout,
                 const Owned<VkPipeline>& pipeline, const Push& push, VkExtent2D extent,
                 VkShaderStageFlags pushStages = VK_SHADER_STAGE_COMPUTE_BIT) const
    {
        m_device->vk().vkCmdPushConstants(commandBuffer, layout.get(), pushStages, 0, sizeof(Push), &push);
        compute(commandBuffer, set, layout, pipeline, extent);
    }
    // Dispatches without push constants.
    void compute(VkCommandBuffer commandBuffer, std::size_t set, const Owned<VkPipelineLayout>& layout,
                 const Owned<VkPipeline>& pipeline, VkExtent2D extent) const;

private:
    const gpu::Device* m_device;
    std::vector<VkDescriptorType> m_types;
    Owned<VkSampler> m_sampler;
    Owned<VkDescriptorSetLayout> m_layout;
    DescriptorSets m_sets;
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
    Over,  // for colours already multiplied by alpha; the attachment's alpha does not change
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

// A dependency of all memory, for images whose layout does not change.
void memoryBarrier(const gpu::Device& device, VkCommandBuffer commandBuffer, VkPipelineStageFlags from,
                   VkAccessFlags written, VkPipelineStageFlags to, VkAccessFlags accesses);
// A dependency from shader writes to shader accesses of compute shaders.
void computeBarrier(const gpu::Device& device, VkCommandBuffer commandBuffer);

// Orders all later commands after all earlier ones, so that frames in flight may share memory that they write.
void orderFrames(const gpu::Device& device, VkCommandBuffer commandBuffer);

// A colour attachment that the pass clears or overwrites, and leaves in `layout` for compute shaders or transfers.
[[nodiscard]] VkAttachmentDescription colourAttachment(VkFormat format, VkSampleCountFlagBits samples,
                                                       VkAttachmentLoadOp load, VkImageLayout layout);
// A depth attachment: cleared, and finally discarded.
[[nodiscard]] VkAttachmentDescription depthAttachment(VkFormat format, VkSampleCountFlagBits samples);

// The first attachment is colour; the second, if any, depth; the third, if any, receives the mean of the samples.
// Colours are visible to compute shaders and transfers after the pass.
[[nodiscard]] Owned<VkRenderPass> createRenderPass(const gpu::Device& device,
                                                   std::span<const VkAttachmentDescription> attachments);

[[nodiscard]] Owned<VkFramebuffer> createFramebuffer(const gpu::Device& device, VkRenderPass pass, VkExtent2D extent,
                                                     std::span<const VkImageView> views);

// Clears colours to 0 and depth to 1.
void beginPass(const gpu::Device& device, VkCommandBuffer commandBuffer, VkRenderPass pass, VkFramebuffer framebuffer,
               VkExtent2D extent);

// Viewport of the whole picture, upside down: rows go down, heights go up.
void setViewport(const gpu::Device& device, VkCommandBuffer commandBuffer, VkExtent2D extent, bool upsideDown);

} // namespace drawing
