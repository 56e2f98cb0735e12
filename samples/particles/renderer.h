// Draws the particles over a lake that mirrors them.
#ifndef VKSCAN_SAMPLES_PARTICLES_RENDERER_H
#define VKSCAN_SAMPLES_PARTICLES_RENDERER_H

#include "simulation.h"

#include "../common/image.h"

namespace particles {

class Renderer {
public:
    Renderer(gpu::Device& device, VkExtent2D size);

    // Indirect draws of as many particles as there are on the device. Particles shine so much each.
    void record(VkCommandBuffer commandBuffer, const Simulation& simulation, float brightness) const;

    // What was drawn last: RGBA8, row after row from the top.
    [[nodiscard]] std::vector<std::byte> pixels() const;

private:
    gpu::Device& m_device;
    gpu::Image m_light;
    gpu::Image m_picture;
    drawing::Owned<VkRenderPass> m_pass;
    drawing::Owned<VkFramebuffer> m_framebuffer;
    drawing::Bindings m_bindings;
    drawing::Owned<VkPipelineLayout> m_layout;
    drawing::Owned<VkPipelineLayout> m_toneLayout;
    drawing::Owned<VkPipeline> m_sky;
    drawing::Owned<VkPipeline> m_sparks;
    drawing::Owned<VkPipeline> m_toneMap;
};

} // namespace particles

#endif
