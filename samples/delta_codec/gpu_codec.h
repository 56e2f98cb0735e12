// Differences and sums on the GPU.
#ifndef VKSCAN_SAMPLES_DELTA_CODEC_GPU_CODEC_H
#define VKSCAN_SAMPLES_DELTA_CODEC_GPU_CODEC_H

#include <support/operation.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace codec {

using Words = std::vector<uint32_t>;

// Everything throws std::runtime_error with a sentence.
class GpuCodec {
public:
    explicit GpuCodec(const gpu::DeviceOptions& options);

    [[nodiscard]] const gpu::Device& device() const { return m_device; }

    // What the next differences or sums are of.
    void load(const Words& words);

    // Of the order, at least 1, and the tuple size. If `microseconds` is given, it receives the median time of so many
    // runs, or none if the device does not tell.
    struct Timing {
        unsigned repeats = 1;
        std::optional<double> microseconds;
    };
    [[nodiscard]] Words differences(uint32_t order, uint32_t tupleSize, Timing* timing = nullptr);
    // Undoes differences.
    [[nodiscard]] Words sums(uint32_t order, uint32_t tupleSize, Timing* timing = nullptr);

private:
    [[nodiscard]] Words run(const gpu::Device::Record& record, Timing* timing);

    gpu::Device m_device;
    vkscan::Context m_context;
    gpu::Buffer m_input;
    gpu::Buffer m_output;
    uint64_t m_count = 0;
};

} // namespace codec

#endif
