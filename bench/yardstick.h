// The copy kernel that scans are measured against.
#ifndef VKSCAN_BENCH_YARDSTICK_H
#define VKSCAN_BENCH_YARDSTICK_H

#include "statistics.h"

#include <gpu.h>

namespace bench {

class Copy {
public:
    explicit Copy(gpu::Device& device);
    Copy(const Copy&) = delete;
    Copy& operator=(const Copy&) = delete;
    ~Copy();

    // Copies `bytes`, rounded up to 16, of the source; both aligned to 16.
    void record(VkCommandBuffer commandBuffer, VkDeviceAddress source, VkDeviceAddress destination,
                VkDeviceSize bytes) const;

private:
    gpu::Device& m_device;
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
    VkPipeline m_pipeline = VK_NULL_HANDLE;
};

// The cheapest barrier that orders two compute dispatches.
void recordComputeBarrier(gpu::Device& device, VkCommandBuffer commandBuffer);

// Times two pieces of work in turn, each as batches of `batch` repetitions with a barrier behind each, and returns
// the medians of one repetition over `pairs` pairs, in microseconds.
[[nodiscard]] PairedTimes timePairs(gpu::Device& device, unsigned pairs, unsigned batch,
                                    const gpu::Device::Record& first, const gpu::Device::Record& second);

// The same with as many pairs and as long batches as it takes to tell, and no more than about a second.
[[nodiscard]] PairedTimes timeBesideCopy(gpu::Device& device, const gpu::Device::Record& copy,
                                         const gpu::Device::Record& operation);

} // namespace bench

#endif
