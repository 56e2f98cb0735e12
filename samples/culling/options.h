#pragma once

#include <support/gpu.h>

#include <string>

namespace culling {

struct Options {
    uint32_t instances = 1 << 20;
    float smallest = 1.5F; // pixels across
    bool frozen = false;   // culling stays where it is, and is seen from outside
    bool window = false;
    unsigned frames = 3; // of each way; in a window of any, and 0: until it is closed
    VkExtent2D size = {1280, 720};
    // Without a window.
    unsigned repeats = 101;
    std::string output = "culling.png";
    bool replaces = false; // files that exist
    std::string json;      // empty: none
    gpu::DeviceOptions device;
};

// Ends the program where the command line is wrong or asks for help.
Options parseOptions(int argc, char** argv);

// Draws in a window, as window::run.
void runInWindow(const Options& options);

} // namespace culling
