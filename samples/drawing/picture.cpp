#include "picture.h"

#include <support/png.h>

namespace drawing {

std::vector<std::byte> pixelsOf(gpu::Device& device, const gpu::Image& picture)
{
    std::vector<std::byte> pixels(std::size_t{4} * picture.extent().width * picture.extent().height);
    gpu::download(device, picture, pixels, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    return pixels;
}

void writePicture(gpu::Device& device, const gpu::Image& picture, const std::string& file,
                  const std::vector<support::Label>& labels)
{
    std::vector<std::byte> pixels = pixelsOf(device, picture);
    support::drawLabels(pixels, picture.extent().width, picture.extent().height, labels);
    files::writePng(file, picture.extent().width, picture.extent().height, pixels);
}

} // namespace drawing
