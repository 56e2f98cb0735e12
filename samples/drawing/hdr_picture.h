// An HDR render target, and the picture that a shader develops from it.
#pragma once

#include "pipelines.h"

#include <support/image.h>

namespace drawing {

// Frames share it: each waits for earlier ones.
class HdrPicture {
public:
    // The compute shader reads the light (set 0, binding 0, rgba16f) and writes the picture (binding 1, rgba8), a pixel
    // an invocation, in workgroups of 8 x 8. The device outlives this.
    HdrPicture(gpu::Device& device, std::span<const uint32_t> developCode);

    // Call before the first frame, and not while one is in flight.
    void resize(VkExtent2D extent);
    [[nodiscard]] VkExtent2D extent() const noexcept { return m_light.extent(); }

    // A pipeline that draws into the light.
    [[nodiscard]] Owned<VkPipeline> createPipeline(VkPipelineLayout layout, std::span<const uint32_t> vertexCode,
                                                   std::span<const uint32_t> fragmentCode, Blend blend) const;

    // Begins the render pass and sets the viewport. The old light is discarded; the draws must cover all of it.
    void begin(VkCommandBuffer commandBuffer, bool upsideDown) const;
    void end(VkCommandBuffer commandBuffer) const;
    // The light, in layout GENERAL. After end() it is visible to compute shaders, which may add to it.
    [[nodiscard]] const gpu::Image& light() const noexcept { return m_light; }
    // Develops the picture. Call after end(), and after barriers that follow shaders which added to the light.
    void develop(VkCommandBuffer commandBuffer) const;

    // The picture, R8G8B8A8_UNORM. After develop() in layout TRANSFER_SRC_OPTIMAL and visible to transfers.
    [[nodiscard]] const gpu::Image& picture() const noexcept { return m_picture; }

private:
    gpu::Device& m_device;
    Owned<VkRenderPass> m_pass;
    Bindings m_bindings;
    Owned<VkPipelineLayout> m_layout;
    Owned<VkPipeline> m_develop;
    gpu::Image m_light;
    gpu::Image m_picture;
    Owned<VkFramebuffer> m_framebuffer;
};

} // namespace drawing
