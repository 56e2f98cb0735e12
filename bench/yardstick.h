// The kernels that scans are measured against, and how times are taken beside them.
#ifndef VKSCAN_BENCH_YARDSTICK_H
#define VKSCAN_BENCH_YARDSTICK_H

#include "statistics.h"

#include <copy.h>

namespace bench {

using gpu::Copy;

// Reads without writing, as reductions do.
class Read {
public:
    explicit Read(gpu::Device& device);

    // Reads `bytes`, rounded up to 16, of the source; both addresses aligned to 16. The destination, 16 bytes, is as
    // good as never written.
    void record(VkCommandBuffer commandBuffer, VkDeviceAddress source, VkDeviceAddress destination,
                VkDeviceSize bytes) const;

private:
    gpu::Kernel m_kernel;
};

// One invocation that does nothing: what any dispatch costs.
class EmptyDispatch {
public:
    explicit EmptyDispatch(gpu::Device& device);

    void record(VkCommandBuffer commandBuffer) const;

private:
    gpu::Kernel m_kernel;
};

// Whether the device is a processor, whose times mean nothing.
[[nodiscard]] bool isCpu(const gpu::Device& device);

// Repeats the work until it gets no faster. A GPU lowers its clocks while the host verifies results, and takes a while
// to raise them again, seconds at first. What waits for memory hides that; what computes does not.
void raiseClocks(gpu::Device& device, const gpu::Device::Record& work);

// Times two pieces of work in turn, each as batches of repetitions with a barrier behind each, and returns the medians
// of one repetition, in microseconds: with as many pairs and as long batches as it takes to tell, and no more than some
// tenths of a second. Throws std::runtime_error where a GPU's times are not steady; a processor's are
// taken as they come, and few.
[[nodiscard]] PairedTimes timeBeside(gpu::Device& device, const gpu::Device::Record& yardstick,
                                     const gpu::Device::Record& operation, Effort effort = Effort::Full);

} // namespace bench

#endif
