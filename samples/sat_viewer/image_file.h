// Pictures from files.
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace viewer {

struct ImageFile {
    VkExtent2D extent = {0, 0};
    // R8G8B8A8_UNORM with sRGB-encoded values or, for files of high dynamic range, R32G32B32A32_SFLOAT with linear
    // ones.
    VkFormat format = VK_FORMAT_UNDEFINED;
    // Packed rows from the top. Alpha is the luminance of the other three values, so that one table also sums it.
    std::vector<std::byte> texels;
    std::string note; // a line on any difference from the file
};

// Reads one of files::PictureFile's formats, turned to the camera's orientation. Light above 65504 is clamped.
// `require` is called with extent and format before memory for texels is allocated; it may throw a std::runtime_error
// with only the reason. Throws std::runtime_error with a sentence that names the file.
ImageFile readImage(const std::string& file, const std::function<void(VkExtent2D, VkFormat)>& require);

} // namespace viewer
