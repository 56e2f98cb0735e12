#ifndef VKSCAN_SAMPLES_PNG_H
#define VKSCAN_SAMPLES_PNG_H

#include <vulkan/vulkan_core.h>

#include <cstddef>
#include <span>
#include <string>

namespace files {

// Writes RGBA8 pixels, row after row from the top, without their alpha. Throws std::runtime_error if it cannot.
void writePng(const std::string& file, VkExtent2D extent, std::span<const std::byte> pixels);

} // namespace files

#endif
