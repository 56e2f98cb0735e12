// Draws a list of rocks, and the sky behind them.
#pragma once

#include "culler.h"
#include "scene.h"

#include "../drawing/pipelines.h"
#include <support/image.h>

namespace culling {

class Renderer {
public:
    // Takes the mesh's indices. Its vertices go into the Frame.
    Renderer(gpu::Device& device, const std::vector<uint32_t>& indices);

    // Call before the first frame, and not while one is in flight.
    void resize(VkExtent2D extent);

    // Draws the list's instances, whose number only the device knows, and then the sky, by the Frame at the address.
    void record(VkCommandBuffer commandBuffer, VkDeviceAddress frame, const DrawList& list) const;
    // record() plus the rejected instances in red and the frozen Frame's frustum.
    void recordOutside(VkCommandBuffer commandBuffer, VkDeviceAddress frame, const DrawList& list,
                       VkDeviceAddress frozen, const DrawList& rejected) const;

    // The last picture, in layout TRANSFER_SRC_OPTIMAL.
    [[nodiscard]] const gpu::Image& picture() const noexcept { return m_picture; }

private:
    void begin(VkCommandBuffer commandBuffer) const;
    void drawRocks(VkCommandBuffer commandBuffer, const Parameters& parameters, const DrawList& list) const;
    void end(VkCommandBuffer commandBuffer) const;

    gpu::Device& m_device;
    gpu::Buffer m_indices;
    gpu::Image m_samples;
    gpu::Image m_depth;
    gpu::Image m_picture;
    drawing::Owned<VkRenderPass> m_pass;
    drawing::Owned<VkFramebuffer> m_framebuffer;
    drawing::Owned<VkPipelineLayout> m_layout;
    drawing::Owned<VkPipeline> m_rocks;
    drawing::Owned<VkPipeline> m_sky;
    drawing::Owned<VkPipeline> m_frustum;
};

} // namespace culling
