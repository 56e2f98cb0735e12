// WAV files. Errors are std::runtime_error with only the reason.
#ifndef VKSCAN_SUPPORT_WAV_H
#define VKSCAN_SUPPORT_WAV_H

#include "file.h"

#include <cstdint>

namespace files {

constexpr uint32_t kWavPcm = 1; // samples are integers, signed if they have more than 8 bits

struct WavFormat {
    uint32_t coding = kWavPcm;
    uint32_t channels = 1;
    uint32_t rate = 48000; // frames per second: a frame has a sample of each channel, side by side
    uint32_t sampleBytes = 2;
};

struct Wav {
    WavFormat format;
    std::size_t begin = 0; // beginning of the samples in the file
    std::size_t size = 0;  // bytes of all samples
};

// Whether the file begins like a WAV file.
[[nodiscard]] bool isWav(const Bytes& file);

// Checks that the file is whole and, if its samples are PCM, that they have 1 to 4 bytes and frames have no gaps.
// Otherwise sampleBytes is meaningless.
[[nodiscard]] Wav readWav(const Bytes& file);

[[nodiscard]] Bytes encodeWav(const WavFormat& format, std::span<const std::byte> samples);

} // namespace files

#endif
