// Differences and sums on the GPU.
#pragma once

#include <support/kernel.h>
#include <support/operation.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace codec {

using Words = std::vector<uint32_t>;

// All errors throw std::runtime_error with a sentence.
class GpuCodec {
public:
    explicit GpuCodec(const gpu::DeviceOptions& options);

    [[nodiscard]] const gpu::Device& device() const { return m_device; }

    // Sets the input of the next differences or sums.
    void load(const Words& words);

    // The median time of `repeats` runs; none if the device has no timestamps.
    struct Timing {
        unsigned repeats = 1;
        std::optional<double> microseconds;
    };
    [[nodiscard]] Words differences(uint32_t order, uint32_t tupleSize, Timing* timing = nullptr);
    // Undoes differences.
    [[nodiscard]] Words sums(uint32_t order, uint32_t tupleSize, Timing* timing = nullptr);

private:
    struct Push;
    [[nodiscard]] Words run(const gpu::Device::Record& record, Timing* timing);

    gpu::Device m_device;
    gpu::Kernel m_difference;
    vkscan::Context m_context;
    gpu::Buffer m_input;
    gpu::Buffer m_output;
    uint64_t m_count = 0;
};

} // namespace codec
