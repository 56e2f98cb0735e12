#ifndef VKSCAN_SUPPORT_PNG_H
#define VKSCAN_SUPPORT_PNG_H

#include "file.h"

#include <cstdint>

namespace files {

struct PngShape {
    uint32_t width = 0;
    uint32_t height = 0;
    uint32_t channels = 3;   // 1 to 4: grey, grey and alpha, colours, colours and alpha
    uint32_t valueBytes = 1; // 1, or 2 with the high byte first
};

// Encodes pixels, packed row after row from the top.
[[nodiscard]] Bytes encodePng(const PngShape& shape, std::span<const std::byte> pixels);

// Writes RGBA8 pixels without alpha, replacing the file. Throws std::runtime_error if it cannot.
void writePng(const std::string& file, uint32_t width, uint32_t height, std::span<const std::byte> pixels);

} // namespace files

#endif
