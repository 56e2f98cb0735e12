// Arrays shared by all rows, and the kernels that fill, check, copy and read them.
#ifndef VKSCAN_BENCH_ARRAYS_H
#define VKSCAN_BENCH_ARRAYS_H

#include "checks.h"
#include "yardstick.h"

#include <support/gpu.h>

namespace bench {

// Everything throws std::runtime_error with a sentence.
class Arrays {
public:
    explicit Arrays(gpu::Device& device)
        : m_device(device),
          m_copy(device),
          m_read(device),
          m_write(device),
          m_checks(device)
    {
    }

    // Allocates an input and an output. Returns false if there is no memory for them.
    [[nodiscard]] bool allocate(VkDeviceSize arrayBytes);

    [[nodiscard]] const gpu::Buffer& input() const { return m_input; }
    [[nodiscard]] const gpu::Buffer& output() const { return m_output; }
    // The first `bytes` of each.
    [[nodiscard]] vkscan::BufferRange input(VkDeviceSize bytes) const { return {m_input.address(), bytes}; }
    [[nodiscard]] vkscan::BufferRange output(VkDeviceSize bytes) const { return {m_output.address(), bytes}; }
    [[nodiscard]] Checks& checks() { return m_checks; }

    // Fills the input from byte `offset` on.
    void fillInput(const Numbers& numbers, uint64_t count, VkDeviceSize offset = 0);

    // Another input, such as flags or offsets of segments.
    [[nodiscard]] vkscan::BufferRange words(const Numbers& numbers, uint64_t count);
    [[nodiscard]] vkscan::BufferRange words(std::span<const uint32_t> values);

    // Yardsticks: a copy of the input from byte `from`, a multiple of 16, to the output; a read of the input; a write
    // of the output.
    [[nodiscard]] gpu::Device::Record copying(VkDeviceSize bytes, VkDeviceSize from = 0) const;
    [[nodiscard]] gpu::Device::Record reading(VkDeviceSize bytes) const;
    [[nodiscard]] gpu::Device::Record writing(VkDeviceSize bytes) const;

private:
    [[nodiscard]] vkscan::BufferRange reserveWords(VkDeviceSize bytes);

    gpu::Device& m_device;
    gpu::Copy m_copy;
    Read m_read;
    Write m_write;
    Checks m_checks;
    gpu::Buffer m_input;
    gpu::Buffer m_output;
    gpu::Buffer m_words;
};

} // namespace bench

#endif
