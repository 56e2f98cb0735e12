// Draws the particles over a lake that reflects them.
#pragma once

#include "glow.h"
#include "simulation.h"

#include "../drawing/hdr_picture.h"

namespace particles {

struct Look {
    vec3 eye = {0, 10, 250};
    vec3 target = {0, 30, 0};
    float brightness = 1; // of each particle
    float softness = 0;   // metres above the water in which particles fade
    float bloom = 0;      // strength of the glow around bright parts
};

class Renderer {
public:
    // Both must outlive this.
    Renderer(gpu::Device& device, const vkscan::Context& context);

    // Call before the first frame, and not while one is in flight.
    void resize(VkExtent2D extent);

    // Draws the particles, whose number only the device knows. Call after the simulation's record(). Waits for the
    // device when bloom is switched on for the first time.
    void record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, const Simulation& simulation,
                const Look& look);

    // The last picture (HdrPicture::picture).
    [[nodiscard]] const gpu::Image& picture() const noexcept { return m_target.picture(); }

private:
    gpu::Device& m_device;
    drawing::HdrPicture m_target;
    Glow m_glow;
    bool m_hasGlow = false; // glow is bound to the light, which takes memory
    drawing::Owned<VkPipelineLayout> m_layout;
    drawing::Owned<VkPipeline> m_sky;
    drawing::Owned<VkPipeline> m_sparks;
};

} // namespace particles
