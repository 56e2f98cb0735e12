// Draws the scene as the sun sees it and as the eye sees it.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_SCENE_RENDERER_H
#define VKSCAN_SAMPLES_SAT_VIEWER_SCENE_RENDERER_H

#include "scene.h"
#include "scene_targets.h"
#include "view.h"

#include "../drawing/pipelines.h"

namespace viewer {

class SceneRenderer {
public:
    // The layout is that of all pipelines of a frame: FrameData's address is the push constant.
    SceneRenderer(gpu::Device& device, VkPipelineLayout layout, const World& world);

    [[nodiscard]] VkRenderPass shadowPass() const noexcept { return m_shadowPass.get(); }
    [[nodiscard]] VkRenderPass scenePass() const noexcept { return m_scenePass.get(); }

    // Puts a moment of the world into the slot, whose last frame has ended. What it leaves out of FrameData is the
    // caller's: the settings and the tables' biases.
    void place(uint32_t slot, const Scene& scene, float aspect, FrameData data);
    // Where the slot's FrameData is.
    [[nodiscard]] VkDeviceAddress frameAddress(uint32_t slot) const { return m_slots.at(slot).frame.address(); }

    // Outside render passes, with the pipeline layout's set and push constants bound for graphics.
    void drawShadowMap(VkCommandBuffer commandBuffer, uint32_t slot, const SceneTargets& targets) const;
    void drawScene(VkCommandBuffer commandBuffer, uint32_t slot, const SceneTargets& targets) const;

private:
    struct Draws {
        uint32_t firstInstance = 0;
        uint32_t count = 0;
    };
    struct Slot {
        gpu::Buffer frame;
        gpu::Buffer instances;
        std::vector<Draws> draws; // of each part
    };

    void drawParts(VkCommandBuffer commandBuffer, const Slot& slot, std::size_t first) const;

    const gpu::Device& m_device;
    drawing::Owned<VkRenderPass> m_shadowPass;
    drawing::Owned<VkRenderPass> m_scenePass;
    drawing::Owned<VkPipeline> m_shadowPipeline;
    drawing::Owned<VkPipeline> m_scenePipeline;
    drawing::Owned<VkPipeline> m_skyPipeline;
    std::vector<Geometry::Part> m_parts;
    gpu::Buffer m_vertices;
    gpu::Buffer m_indices;
    std::array<Slot, kSlots> m_slots;
};

} // namespace viewer

#endif
