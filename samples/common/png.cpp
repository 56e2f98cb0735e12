#include "png.h"

// This file alone is to know the functions of a library that is one header.
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace files {

void writePng(const std::string& file, VkExtent2D extent, std::span<const std::byte> pixels)
{
    std::vector<std::byte> opaque;
    opaque.reserve(pixels.size() / 4 * 3);
    for (std::size_t i = 0; i + 4 <= pixels.size(); i += 4)
        opaque.insert(opaque.end(), pixels.data() + i, pixels.data() + i + 3);
    errno = 0;
    const int width = static_cast<int>(extent.width);
    const int height = static_cast<int>(extent.height);
    if (stbi_write_png(file.c_str(), width, height, 3, opaque.data(), 3 * width) == 0)
        throw std::runtime_error("cannot write " + file + (errno != 0 ? std::string(": ") + std::strerror(errno) : ""));
}

} // namespace files
