// The scratch that a program's rows share.
#ifndef VKSCAN_BENCH_SCRATCH_H
#define VKSCAN_BENCH_SCRATCH_H

#include <support/gpu.h>
#include <vkscan/types.h>

namespace bench {

class Scratch {
public:
    explicit Scratch(gpu::Device& device) : m_device(device) {}

    // At least so many bytes, zeroed when they are created.
    [[nodiscard]] vkscan::BufferRange atLeast(VkDeviceSize bytes);

    // Throws std::runtime_error if an operation gave up waiting.
    void verify() const;

    // Zeroes the scratch, behind an operation that gave up.
    void zero();

private:
    gpu::Device& m_device;
    gpu::Buffer m_buffer;
};

} // namespace bench

#endif
