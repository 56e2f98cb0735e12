// Declarations that the readers of pictures share.
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

// The source with the description and layout of such a picture; the high byte of samples comes first.
[[nodiscard]] Source withShape(Source source, const char* format, const Shape& shape);

[[nodiscard]] Source pngSource(const Bytes& file);

// Header of a PGM, PPM or PAM file. All its samples are present, the high byte first.
struct Netpbm {
    Shape shape;
    std::size_t begin = 0; // beginning of the samples
    std::size_t bytes = 0; // bytes of the samples
};
[[nodiscard]] Netpbm readNetpbm(const Bytes& file);

// The PNG file of such a picture, or `file` itself if it is a PNG file. Throws std::runtime_error with a sentence if it
// is neither, or too large for a PNG file.
[[nodiscard]] Bytes toPng(const Bytes& file);

} // namespace codec
