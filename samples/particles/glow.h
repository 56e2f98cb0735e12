// Bloom: bright parts shine over their surroundings, as in an eye or a lens. A summed-area table blurs them, so that
// large discs cost no more than small ones.
#pragma once

#include "shaders/shared.h"

#include "../drawing/frame_timer.h"
#include "../drawing/pipelines.h"
#include "../drawing/sat_pass.h"

namespace particles {

class Glow {
public:
    // Both must outlive this.
    Glow(gpu::Device& device, const vkscan::Context& context);

    // Sets the light for record(): R16G16B16A16_SFLOAT in layout GENERAL. No frame may be in flight.
    void bind(const gpu::Image& light);
    // Adds the glow, times `strength`, to the light. The light is visible to compute shaders before and after.
    void record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, float strength) const;

private:
    gpu::Device& m_device;
    const vkscan::Context& m_context;
    drawing::Bindings m_bindings;
    drawing::Owned<VkPipelineLayout> m_layout;
    drawing::Owned<VkPipeline> m_bright;
    drawing::Owned<VkPipeline> m_blur;
    drawing::Owned<VkPipeline> m_add;
    VkExtent2D m_extent = {}; // of the light
    gpu::Image m_half;        // the bright parts, then their glow; always in layout GENERAL
    drawing::SatPass m_table;
};

} // namespace particles
