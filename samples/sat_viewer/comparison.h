// One blur by three methods, side by side: a summed-area table, two passes of one dimension, and a loop over all
// neighbours.
#pragma once

#include "view.h"

#include "../drawing/pipelines.h"

namespace viewer {

// Stages of a comparison's frame, by their names in the timer. The first two are the table's.
constexpr const char* kColourTable = "colour table";
constexpr const char* kTableBlur = "table blur";
constexpr const char* kSeparableBlur = "separable blur";
constexpr const char* kNaiveBlur = "naive blur";

// The largest radius, in pixels. The loop stays below the 65,535 steps that lavapipe allows.
constexpr float kMaxComparisonRadius = 100;

class Comparison {
public:
    // The device must outlive this.
    Comparison(gpu::Device& device, VkExtent2D extent);

    // Call before record(); the slot's last frame must have ended. All images have the extent; the table also has a
    // border.
    void bind(uint32_t slot, const gpu::Image& scene, const gpu::Image& table, const gpu::Image& picture);
    // Blurs all of the picture in each way, and shows a third of each. The bias was subtracted before the table was
    // summed.
    void record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot, const Settings& settings,
                const gpu::Buffer& bias) const;

private:
    struct Slot {
        gpu::Image byTable;
        gpu::Image across; // after the first of two passes
        gpu::Image separable;
        gpu::Image naive;
    };

    gpu::Device& m_device;
    VkExtent2D m_extent;
    drawing::Bindings m_bindings;
    drawing::Owned<VkPipelineLayout> m_layout;
    drawing::Owned<VkPipeline> m_byTable;
    drawing::Owned<VkPipeline> m_separable;
    drawing::Owned<VkPipeline> m_naive;
    drawing::Owned<VkPipeline> m_show;
    std::array<Slot, kSlots> m_slots;
};

} // namespace viewer
