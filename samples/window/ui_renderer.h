// Draws Dear ImGui's lists. Its own Vulkan backend, as Debian builds it, calls global functions of a Vulkan loader, and
// in this program those names are volk's pointers.
#pragma once

#include "../drawing/frame_slot.h"
#include "../drawing/pipelines.h"
#include <support/image.h>

#include <array>

struct ImDrawData;

namespace window {

// Draws the current ImGui context, whose fonts must be complete. The device and the render pass must outlive it.
class UiRenderer {
public:
    UiRenderer(gpu::Device& device, VkRenderPass renderPass);

    // Call inside the render pass. The slot's previous frame must have ended.
    void draw(VkCommandBuffer commandBuffer, uint32_t slot, const ImDrawData& data);

private:
    struct Slot {
        gpu::Buffer vertices;
        gpu::Buffer indices;
    };

    gpu::Device& m_device;
    gpu::Image m_atlas;
    drawing::Bindings m_bindings;
    drawing::Owned<VkPipelineLayout> m_layout;
    drawing::Owned<VkPipeline> m_pipeline;
    std::array<Slot, drawing::kSlots> m_slots;
};

} // namespace window
