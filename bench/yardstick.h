// The kernels that operations are measured against.
#ifndef VKSCAN_BENCH_YARDSTICK_H
#define VKSCAN_BENCH_YARDSTICK_H

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

} // namespace bench

#endif
