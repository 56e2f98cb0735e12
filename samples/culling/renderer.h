// Draws a list of rocks, and the sky behind them.
#ifndef VKSCAN_SAMPLES_CULLING_RENDERER_H
#define VKSCAN_SAMPLES_CULLING_RENDERER_H

#include "culler.h"
#include "scene.h"

#include "../common/image.h"
#include "../drawing/pipelines.h"

namespace culling {

class Renderer {
public:
    // Frame is at `frame`, the mesh's indices are given; the vertices are for Frame.
    Renderer(gpu::Device& device, VkExtent2D size, VkDeviceAddress frame, const std::vector<uint32_t>& indices);

    // One indirect draw of as many instances as the list has on the device.
    void record(VkCommandBuffer commandBuffer, const DrawList& list) const;

    // What was drawn last, in layout TRANSFER_SRC_OPTIMAL.
    [[nodiscard]] const gpu::Image& picture() const noexcept { return m_picture; }

private:
    gpu::Device& m_device;
    VkDeviceAddress m_frame;
    gpu::Buffer m_indices;
    gpu::Image m_samples;
    gpu::Image m_depth;
    gpu::Image m_picture;
    drawing::Owned<VkRenderPass> m_pass;
    drawing::Owned<VkFramebuffer> m_framebuffer;
    drawing::Owned<VkPipelineLayout> m_layout;
    drawing::Owned<VkPipeline> m_rocks;
    drawing::Owned<VkPipeline> m_sky;
};

} // namespace culling

#endif
