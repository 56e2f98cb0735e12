// Drawn pictures on the host and as PNG files.
#pragma once

#include <support/image.h>
#include <support/label.h>

#include <string>
#include <vector>

namespace drawing {

// The R8G8B8A8_UNORM picture of a frame that has ended, in layout TRANSFER_SRC_OPTIMAL: row after row from the top.
[[nodiscard]] std::vector<std::byte> pixelsOf(gpu::Device& device, const gpu::Image& picture);
// Downloads the picture and writes it to a PNG file, with labels.
void writePicture(gpu::Device& device, const gpu::Image& picture, const std::string& file,
                  const std::vector<support::Label>& labels = {});

} // namespace drawing
