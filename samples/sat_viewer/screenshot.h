// What a view has drawn, as PNG files.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_SCREENSHOT_H
#define VKSCAN_SAMPLES_SAT_VIEWER_SCREENSHOT_H

#include "../common/image.h"

#include <string>

namespace viewer {

// A view's picture, whose frame has ended.
void writePicture(gpu::Device& device, const gpu::Image& picture, const std::string& file);

// A name in the current folder that no file has.
[[nodiscard]] std::string freeScreenshotName();

} // namespace viewer

#endif
