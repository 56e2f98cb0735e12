#include "screenshot.h"

#include "../common/png.h"

#include <filesystem>

namespace viewer {

void writePicture(gpu::Device& device, const gpu::Image& picture, const std::string& file)
{
    std::vector<std::byte> pixels(std::size_t{4} * picture.extent().width * picture.extent().height);
    gpu::download(device, picture, pixels, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    files::writePng(file, picture.extent().width, picture.extent().height, pixels);
}

std::string freeScreenshotName()
{
    for (unsigned number = 1;; ++number) {
        std::string name = "sat_viewer_" + std::to_string(number) + ".png";
        if (!std::filesystem::exists(name))
            return name;
    }
}

} // namespace viewer
