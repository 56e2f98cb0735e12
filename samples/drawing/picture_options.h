// The options of programs that draw a picture, or in a window with --window.
#pragma once

#include <support/program.h>

namespace drawing {

struct PictureOptions {
    bool window = false;
    uint32_t frames = 0; // 0: in a window, until it is closed; otherwise a number that suits the program
    VkExtent2D size = {1280, 720};
    std::string output;    // a PNG file; not in a window
    bool replaces = false; // may replace files
    gpu::DeviceOptions device;
};

// Options that others may exclude or query.
struct PictureLine {
    gpu::Option window;
    gpu::Option size;
    gpu::Option output;
};
// Adds --window, --frames, --size, --output, --force and the device's. By default the picture is named like the
// program.
PictureLine addPictureOptions(gpu::CommandLine& line, PictureOptions* options, const char* framesHelp,
                              const char* sizeHelp = "Size of the picture; 1280x720 by default");

} // namespace drawing
