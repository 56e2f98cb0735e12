// Exposure like an eye's: by a histogram of the scene's brightness, counted by vkscan.
#pragma once

#include "view.h"

#include "../drawing/pipelines.h"

#include <vkscan/histogram.h>

namespace viewer {

class AutoExposure {
public:
    // `extent`: the scene's. Device and context must outlive this object.
    AutoExposure(gpu::Device& device, const vkscan::Context& context, VkExtent2D extent);

    // Call before record(); the slot's last frame must have ended.
    void bind(uint32_t slot, const gpu::Image& scene);
    // Measures the scene, half floats in layout SHADER_READ_ONLY_OPTIMAL, and writes the factor to multiply light by,
    // visible to compute shaders. The factor adapts over time, from the second frame on.
    void record(VkCommandBuffer commandBuffer, uint32_t slot, float seconds);

    // One float.
    [[nodiscard]] VkDeviceAddress exposure() const noexcept { return m_exposure.address(); }

private:
    gpu::Device& m_device;
    VkExtent2D m_extent; // of measurements, some pixels apart
    drawing::Bindings m_bindings;
    drawing::Owned<VkPipelineLayout> m_layout;
    drawing::Owned<VkPipeline> m_measure;
    drawing::Owned<VkPipeline> m_choose;
    vkscan::Histogram m_histogram;
    // One of each suffices, because frames follow each other on the queue.
    gpu::Buffer m_brightness;
    gpu::Buffer m_counts;
    gpu::Buffer m_exposure;
    float m_lastSeconds = 0;
};

} // namespace viewer
