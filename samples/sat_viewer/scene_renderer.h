// Draws the scene from the sun and from the eye.
#pragma once

#include "scene.h"
#include "scene_targets.h"
#include "surface_textures.h"
#include "view.h"

#include "../drawing/pipelines.h"

#include <compare>
#include <map>

namespace viewer {

class SceneRenderer {
public:
    // `frameSet` is set 0 of all pipelines of a frame; their push constant, for the stages, is FrameData's address.
    SceneRenderer(gpu::Device& device, VkDescriptorSetLayout frameSet, VkShaderStageFlags stages, const World& world);

    [[nodiscard]] VkRenderPass shadowPass() const noexcept { return m_shadowPass.get(); }
    [[nodiscard]] VkRenderPass scenePass() const noexcept { return m_scenePass.get(); }

    // Writes a moment of the world to the slot, whose last frame has ended. The caller fills the rest of FrameData: the
    // settings and the tables' biases. Each point of the lens has a FrameData; one point is the middle. `sunSize` is
    // the tangent of half the size of the sun; each lens point has a point of the sun.
    void place(uint32_t slot, const Scene& scene, float aspect, FrameData data, uint32_t lensPoints = 1,
               float sunSize = 0);
    // The address of the slot's FrameData for a point of the lens.
    [[nodiscard]] VkDeviceAddress frameAddress(uint32_t slot, uint32_t lensPoint = 0) const
    {
        return m_slots.at(slot).frame.address() + lensPoint * sizeof(FrameData);
    }

    // Call outside render passes, with set 0 and the push constant bound for graphics.
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
        std::vector<Draws> draws;         // of each part
        std::vector<std::size_t> blended; // parts, from the farthest to the nearest
    };
    // Properties of parts that determine how they are drawn.
    struct PartKind {
        bool isBlended = false;
        bool isTwoSided = false;
        auto operator<=>(const PartKind&) const = default;
    };

    void createPipelines();
    [[nodiscard]] PartKind kindOf(std::size_t part) const { return m_kinds[m_parts[part].surface]; }
    void drawPart(VkCommandBuffer commandBuffer, const Slot& slot, std::size_t part) const;
    void bind(VkCommandBuffer commandBuffer, const drawing::Owned<VkPipeline>& pipeline) const;

    gpu::Device& m_device;
    SurfaceTextures m_textures;
    drawing::Owned<VkPipelineLayout> m_layout;
    drawing::Owned<VkRenderPass> m_shadowPass;
    drawing::Owned<VkRenderPass> m_scenePass;
    drawing::Owned<VkPipeline> m_shadowPipeline;
    // Pipelines of the kinds in the world: one that draws both sides, or only the front. Parts that blend have one for
    // the back, if it is drawn, before the front's.
    std::map<PartKind, std::vector<drawing::Owned<VkPipeline>>> m_scenePipelines;
    drawing::Owned<VkPipeline> m_skyPipeline;
    std::vector<Geometry::Part> m_parts;
    std::vector<PartKind> m_kinds; // by surface
    gpu::Buffer m_vertices;
    gpu::Buffer m_indices;
    gpu::Buffer m_surfaces;
    std::array<Slot, kSlots> m_slots;
};

} // namespace viewer
