// The kernels that operations are measured against.
#ifndef VKSCAN_BENCH_YARDSTICK_H
#define VKSCAN_BENCH_YARDSTICK_H

#include <support/copy.h>

namespace bench {

using gpu::Copy;

// Reads without writing, as reductions do.
class Read {
public:
    explicit Read(gpu::Device& device);

    // Reads `bytes`, rounded up to 16, of the source. Both addresses are aligned to 16 bytes. The destination, 16
    // bytes, is in practice never written.
    void record(VkCommandBuffer commandBuffer, VkDeviceAddress source, VkDeviceAddress destination,
                VkDeviceSize bytes) const;

private:
    gpu::Kernel m_kernel;
};

// Writes without reading, as expansions mostly do.
class Write {
public:
    explicit Write(gpu::Device& device);

    // Writes `bytes`, rounded up to 16, to the destination, an address aligned to 16 bytes.
    void record(VkCommandBuffer commandBuffer, VkDeviceAddress destination, VkDeviceSize bytes) const;

private:
    gpu::Kernel m_kernel;
};

// One invocation that does nothing: the cost of any dispatch. Takes no push constants.
[[nodiscard]] gpu::Kernel emptyDispatch(gpu::Device& device);

} // namespace bench

#endif
