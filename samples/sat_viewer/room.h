// Checks that a device has room for pictures.
#pragma once

#include <support/gpu.h>

namespace viewer {

// Bytes for each pixel of a picture.
struct PixelBytes {
    VkDeviceSize largest = 0; // of the largest image
    VkDeviceSize all = 0;     // of all images
};

// Throws std::runtime_error with a sentence that states the limit unless the device can hold a picture's images,
// including a table with a border of one pixel. Allocates nothing. A driver may still refuse an allocation later, since
// memory used by others counts as free.
void requireRoom(const gpu::Device& device, VkExtent2D extent, const PixelBytes& bytes);

} // namespace viewer
