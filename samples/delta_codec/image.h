// Shared by the readers of pictures.
#pragma once

#include "source.h"

#include <string_view>

namespace codec {

struct Shape {
    uint64_t width = 0;
    uint64_t height = 0;
    uint64_t channels = 0;
    uint64_t largest = 0; // value of a sample

    [[nodiscard]] uint32_t sampleBytes() const { return largest > 255 ? 2 : 1; }
    [[nodiscard]] std::string text() const;
};

[[nodiscard]] bool beginsWith(const Bytes& file, std::string_view text);

// The source with description and layout of such a picture, the high byte of a sample first.
[[nodiscard]] Source withShape(Source source, const char* format, const Shape& shape);

[[nodiscard]] Source pngSource(const Bytes& file);

// Header of a PGM, PPM or PAM file. All its samples are present, the high byte first.
struct Netpbm {
    Shape shape;
    std::size_t begin = 0; // of the samples
    std::size_t bytes = 0; // of these
};
[[nodiscard]] Netpbm readNetpbm(const Bytes& file);

// The PNG file of such a picture, or `file` itself if it is a PNG file. Throws std::runtime_error with a sentence
// where it is neither or has more than a PNG file can hold.
[[nodiscard]] Bytes toPng(const Bytes& file);

} // namespace codec
