// Draws the particles over a lake that mirrors them.
#ifndef VKSCAN_SAMPLES_PARTICLES_RENDERER_H
#define VKSCAN_SAMPLES_PARTICLES_RENDERER_H

#include "simulation.h"

#include "../drawing/hdr_picture.h"

namespace particles {

struct Look {
    vec3 eye = {0, 10, 250};
    vec3 target = {0, 30, 0};
    float brightness = 1; // of each particle
    float softness = 0;   // metres above the water in which particles fade
};

class Renderer {
public:
    explicit Renderer(gpu::Device& device);

    // Before the first frame, and not while one is in flight.
    void resize(VkExtent2D extent) { m_target.resize(extent); }

    // Indirect draws of as many particles as there are on the device.
    void record(VkCommandBuffer commandBuffer, const Simulation& simulation, const Look& look) const;

    // What was drawn last, as HdrPicture has it.
    [[nodiscard]] const gpu::Image& picture() const noexcept { return m_target.picture(); }

private:
    gpu::Device& m_device;
    drawing::HdrPicture m_target;
    drawing::Owned<VkPipelineLayout> m_layout;
    drawing::Owned<VkPipeline> m_sky;
    drawing::Owned<VkPipeline> m_sparks;
};

} // namespace particles

#endif
