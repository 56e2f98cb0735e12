// The scene, and what summed-area tables make of it.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_SCENE_VIEW_H
#define VKSCAN_SAMPLES_SAT_VIEWER_SCENE_VIEW_H

#include "sat_pass.h"
#include "scene_renderer.h"

namespace viewer {

class SceneView final : public View {
public:
    // Both outlive it.
    SceneView(gpu::Device& device, const vkscan::Context& context);
    ~SceneView() override;

    void resize(VkExtent2D extent) override;
    void record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot, const Settings& settings,
                float seconds) override;
    [[nodiscard]] const std::vector<TableStage>& tableStages() const override { return m_tableStages; }
    [[nodiscard]] const gpu::Image& picture(uint32_t slot) const override { return m_targets.at(slot).picture; }

private:
    struct Tables {
        SatPass shadow;
        SatPass colour; // of the scene or, for depth of field, of what is behind the focus
        SatPass near;
        SatPass nearSize;
    };

    void makeTables(const Settings& settings);
    void bindImages();
    void listTableStages(const Settings& settings);
    void place(uint32_t slot, const Settings& settings, float seconds);
    void bindForGraphics(VkCommandBuffer commandBuffer, uint32_t slot) const;
    // Runs the shader over the picture.
    void compute(VkCommandBuffer commandBuffer, uint32_t slot, const drawing::Owned<VkPipeline>& pipeline) const;
    void recordDepthOfField(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot) const;
    void recordColourTable(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot) const;

    gpu::Device& m_device;
    const vkscan::Context& m_context;
    drawing::Bindings m_bindings;
    drawing::Owned<VkPipelineLayout> m_layout;
    SceneRenderer m_renderer;
    drawing::Owned<VkPipeline> m_split;
    drawing::Owned<VkPipeline> m_depthOfField;
    drawing::Owned<VkPipeline> m_blur;
    drawing::Owned<VkPipeline> m_tableView;
    drawing::Owned<VkPipeline> m_toneMap;
    VkExtent2D m_extent = {};
    std::array<SceneTargets, kSlots> m_targets;
    Tables m_tables;
    bool m_hasTables = false;
    std::vector<TableStage> m_tableStages;
};

} // namespace viewer

#endif
