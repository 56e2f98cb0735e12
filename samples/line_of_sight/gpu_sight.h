// Lines of sight on the GPU: Blelloch, "Prefix Sums and Their Applications", 1990, for all directions at once.
#ifndef VKSCAN_SAMPLES_LINE_OF_SIGHT_GPU_SIGHT_H
#define VKSCAN_SAMPLES_LINE_OF_SIGHT_GPU_SIGHT_H

#include "height_map.h"
#include "rays.h"

#include "../common/kernel.h"

#include <vkscan/vkscan.h>

namespace sight {

class GpuSight {
public:
    // `eye` is the height of the observer's eye.
    GpuSight(gpu::Device& device, const HeightMap& map, const Rays& rays, float eye);

    // Slopes along all rays, held against horizons, which a scan of maxima finds.
    void record(VkCommandBuffer commandBuffer) const;

    [[nodiscard]] uint64_t sampleCount() const { return m_samples; }

    // Of each texel, 1 where it is visible, else 0. Throws std::runtime_error where a run was incomplete.
    [[nodiscard]] std::vector<uint32_t> result() const;

private:
    // shaders/rays.glsl's.
    struct Push {
        VkDeviceAddress heights;
        VkDeviceAddress slopes;
        VkDeviceAddress horizons;
        VkDeviceAddress visible;
        int32_t extent[2];
        Texel observer;
        float eye;
        uint32_t rowLength;
        uint32_t count = 0; // of invocations
    };

    gpu::Device& m_device;
    vkscan::Context m_context;
    vkscan::SegmentedScan m_scan;
    gpu::Kernel m_findSlopes;
    gpu::Kernel m_findVisibility;
    uint64_t m_texels;
    uint64_t m_samples;
    gpu::Buffer m_heights;
    gpu::Buffer m_slopes;
    gpu::Buffer m_horizons;
    gpu::Buffer m_visible;
    gpu::Buffer m_scratch;
    Push m_push;
};

} // namespace sight

#endif
