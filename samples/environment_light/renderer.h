// Draws the scene: the map's distribution, and rays towards the light.
#pragma once

#include "map.h"
#include "options.h"
#include "world.h"

#include "../drawing/frame_timer.h"
#include "../drawing/pipelines.h"
#include "../drawing/steps.h"
#include <support/image.h>
#include <support/label.h>

#include <vkscan/distribution.h>

namespace environment {

// The settings of a frame, except the map.
struct Look {
    vec3 eye = {0.6F, 2.3F, 7.4F};
    vec3 target = {0, 0.55F, 0};
    vec3 sun = {0, 1, 0}; // for generated maps
    Light light = Light::Both;
    uint32_t rays = 32;     // per pixel; rounded up to whole passes of whole points
    uint32_t passRays = 64; // maximum per pixel and pass: one dispatch of more would take too long
    uint32_t seed = 0;      // for random numbers

    bool operator==(const Look&) const = default;
};

// Steps of a picture: all parts of all passes.
[[nodiscard]] uint32_t stepsOf(const Look& look);

// The view of a world, or of the spheres if it has no nodes.
[[nodiscard]] Look lookAt(const World& world);

// The map of the options' file, or only the size of a generated one.
[[nodiscard]] Map mapOf(const Options& options);
// The lit world; without nodes, it is the spheres.
[[nodiscard]] World worldOf(const Options& options);

class Renderer {
public:
    // Without texels, the map is generated in each frame. Without nodes, there are spheres instead of a world.
    Renderer(gpu::Device& device, const vkscan::Context& context, const Map& map, const World& world);

    // Call before the first frame, and not while one is in flight.
    void resize(VkExtent2D extent);

    // Must follow earlier frames, which used the same buffers. Draws some steps of the picture, whose distribution the
    // first one made, and shows it as it is so far, if requested.
    void record(VkCommandBuffer commandBuffer, const Look& look, drawing::Steps::Range steps, bool isShown,
                drawing::FrameTimer& timer);

    // The shaders' parameters in the last frame.
    [[nodiscard]] const Frame& frame() const noexcept { return m_frame; }
    // The map's radiance in the last frame.
    [[nodiscard]] std::vector<vec4> map() const;
    // The last frame's buffers, by their names in Frame.
    [[nodiscard]] const gpu::Buffer& table() const noexcept { return m_table; }
    [[nodiscard]] const gpu::Buffer& estimates() const noexcept { return m_estimates; }
    // R8G8B8A8_UNORM, in layout TRANSFER_SRC_OPTIMAL and visible to transfers.
    [[nodiscard]] const gpu::Image& picture() const noexcept { return m_picture; }

    // Labels of the last picture's parts: rays of a pixel, and how they are drawn.
    [[nodiscard]] std::vector<support::Label> labels() const;

private:
    // Generates the map, if necessary, and its distribution.
    void recordMap(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer);
    void dispatch(VkCommandBuffer commandBuffer, const drawing::Owned<VkPipeline>& pipeline, uvec2 size) const;

    gpu::Device& m_device;
    bool m_isMadeUp;
    vkscan::Distribution m_distribution;
    drawing::Bindings m_bindings;
    drawing::Owned<VkPipelineLayout> m_layout;
    drawing::Owned<VkPipeline> m_sky;
    drawing::Owned<VkPipeline> m_trace;
    drawing::Owned<VkPipeline> m_develop;
    gpu::Image m_map; // R32G32B32A32_SFLOAT, in layout GENERAL
    gpu::Buffer m_nodes;
    gpu::Buffer m_triangles;
    gpu::Buffer m_instances;
    gpu::Buffer m_table;
    gpu::Buffer m_estimates;
    gpu::Image m_picture;
    Frame m_frame = {};
};

} // namespace environment
