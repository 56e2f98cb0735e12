// A scene, and its effects by summed-area tables.
#pragma once

#include "auto_exposure.h"
#include "comparison.h"
#include "layer_tables.h"
#include "scene_renderer.h"
#include "split_line.h"

#include "../drawing/steps.h"

namespace viewer {

class SceneView final : public View {
public:
    // Device and context must outlive this.
    SceneView(gpu::Device& device, const vkscan::Context& context, const World& world, const SceneQuality& quality);
    ~SceneView() override;

    [[nodiscard]] VkExtent2D ownExtent() const override { return {960, 540}; }
    void resize(VkExtent2D extent) override;
    void prepare(const Settings& settings) override;
    void record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot, const Settings& settings,
                float seconds) override;
    // Steers the camera; a click focuses.
    void navigate(const Events& events, uint32_t slot, Settings& settings) override;
    [[nodiscard]] const std::vector<StageBytes>& stageBytes() const override { return m_stageBytes; }
    [[nodiscard]] const gpu::Image& picture(uint32_t slot) const override
    {
        return m_targets.at(m_shownSlot.value_or(slot)).picture;
    }
    [[nodiscard]] std::string progress() const override { return m_lensSteps.progress("points of the lens"); }
    [[nodiscard]] std::vector<support::Label> labels() const override { return m_labels; }
    [[nodiscard]] std::string note() const override { return m_note; }
    [[nodiscard]] Lens lens() const override { return m_lens; }
    [[nodiscard]] std::optional<Camera> camera() const override { return m_camera; }

private:
    struct Tables {
        SatPass shadow;
        SatPass colour;
    };

    [[nodiscard]] float distanceAt(uint32_t slot, glm::vec2 pixel);
    void makeTables(const Settings& settings);
    void bindImages();
    void bindOptional(uint32_t slot, const Settings& settings);
    void listStages(const Settings& settings);
    void place(uint32_t slot, const Settings& settings, float seconds);
    void bindForGraphics(VkCommandBuffer commandBuffer, uint32_t slot, uint32_t lensPoint = 0) const;
    // Runs the shader over that number of pixels.
    void compute(VkCommandBuffer commandBuffer, uint32_t slot, const drawing::Owned<VkPipeline>& pipeline,
                 VkExtent2D extent, uint32_t lensPoint = 0) const;
    // The points of the lens that the frame draws.
    drawing::Steps::Range takeLensPoints(uint32_t slot, const Settings& settings, float seconds);
    // Draws the scene from points of the lens, and the picture of their mean.
    void recordLens(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot, const Settings& settings,
                    drawing::Steps::Range points) const;
    void recordShadows(VkCommandBuffer commandBuffer, drawing::FrameTimer* timer, uint32_t slot,
                       uint32_t lensPoint = 0) const;
    void recordDepthOfField(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot) const;
    void recordColourTable(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot) const;

    gpu::Device& m_device;
    const vkscan::Context& m_context;
    SceneQuality m_quality;
    std::function<Scene(float seconds, float aspect)> m_sceneAt;
    std::string m_note;
    drawing::Bindings m_bindings;
    drawing::Owned<VkPipelineLayout> m_layout;
    SceneRenderer m_renderer;
    drawing::Owned<VkPipeline> m_divide;
    drawing::Owned<VkPipeline> m_spread;
    drawing::Owned<VkPipeline> m_resolve;
    drawing::Owned<VkPipeline> m_compose;
    drawing::Owned<VkPipeline> m_lensPass;
    drawing::Owned<VkPipeline> m_blur;
    drawing::Owned<VkPipeline> m_tableView;
    drawing::Owned<VkPipeline> m_toneMap;
    drawing::Owned<VkPipeline> m_split;
    VkExtent2D m_extent = {};
    std::array<SceneTargets, kSlots> m_targets;
    Tables m_tables;
    bool m_hasTables = false;
    std::optional<LayerTables> m_layers; // only for depth of field
    // Only if the lens is drawn point by point; frames take turns.
    gpu::Buffer m_lensSums;
    drawing::Steps m_lensSteps;
    std::optional<Settings> m_lensSettings;     // of the current picture; none: no picture
    std::optional<uint32_t> m_shownSlot;        // the slot of the shown picture; none: each slot's
    std::optional<AutoExposure> m_autoExposure; // if enabled
    std::optional<Comparison> m_comparison;     // only if enabled, since it takes four pictures' memory
    SplitLine m_line;
    std::optional<Camera> m_camera; // of the last recorded frame
    Lens m_lens;                    // the scene's in that frame
    std::vector<StageBytes> m_stageBytes;
    std::vector<support::Label> m_labels;
};

} // namespace viewer
