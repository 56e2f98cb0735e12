// Exposure like an eye's: by the trimmed mean of the scene's brightness, which vkscan finds.
#pragma once

#include "view.h"

#include "../drawing/pipelines.h"

#include <vkscan/histogram.h>

namespace viewer {

class AutoExposure {
public:
    // Device and context must outlive this object.
    AutoExposure(gpu::Device& device, const vkscan::Context& context);

    // Measures the scene, half floats in layout SHADER_READ_ONLY_OPTIMAL, and writes the factor to multiply light by,
    // visible to compute shaders. The factor adapts over time, from the second frame on. The slot's last frame must
    // have ended.
    void record(VkCommandBuffer commandBuffer, uint32_t slot, const gpu::Image& scene, float seconds);

    // One float.
    [[nodiscard]] VkDeviceAddress exposure() const noexcept { return m_exposure.address(); }

private:
    gpu::Device& m_device;
    drawing::DescriptorSets m_sets; // empty with push descriptors
    drawing::Owned<VkPipelineLayout> m_layout;
    drawing::Owned<VkPipeline> m_choose;
    vkscan::Histogram m_histogram;
    // One of each suffices, because frames follow each other on the queue.
    gpu::Buffer m_counts; // and the mean
    gpu::Buffer m_exposure;
    float m_lastSeconds = 0;
};

} // namespace viewer
