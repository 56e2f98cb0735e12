// Lines of sight on the GPU: Blelloch, "Prefix Sums and Their Applications", 1990, for all directions at once.
#pragma once

#include "sight.h"

#include <support/gpu.h>

#include <vkscan/vkscan.h>

namespace sight {

class GpuSight {
public:
    // `eye` is the height of the observer's eye.
    GpuSight(gpu::Device& device, const HeightMap& map, const Rays& rays, float eye);

    // Records a scan of maxima, which finds horizons along all rays. Its kernels compute slopes and compare them with
    // the horizons.
    void record(VkCommandBuffer commandBuffer) const;

    [[nodiscard]] uint64_t sampleCount() const { return m_samples; }

    // [texels]: 1 if the texel is visible, otherwise 0. Throws std::runtime_error if a run was incomplete.
    [[nodiscard]] std::vector<uint32_t> result() const;

private:
    // The parameters of shaders/lines_of_sight.glsl.
    struct Parameters {
        VkDeviceAddress heights;
        VkDeviceAddress visible;
        int32_t extent[2];
        Texel observer;
        float eye;
        uint32_t rowLength;
    };

    gpu::Device& m_device;
    vkscan::Context m_context;
    vkscan::SegmentedScan m_scan;
    uint64_t m_texels;
    uint64_t m_samples;
    gpu::Buffer m_heights;
    gpu::Buffer m_visible;
    gpu::Buffer m_scratch;
    Parameters m_parameters;
};

} // namespace sight
