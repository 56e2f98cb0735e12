#pragma once

#include <support/gpu.h>

#include <string>

namespace particles {

struct Options {
    uint32_t capacity = 1 << 16; // particles
    uint32_t stars = 0;          // of each burst; 0: an eighth of the capacity
    bool window = false;
    uint32_t frames = 212; // in a window 0: until it is closed
    float bloom = 0;       // how much of what is bright shines over its surroundings
    float softness = 0;    // metres above the water in which particles fade
    VkExtent2D size = {1280, 720};
    std::string output = "particles.png"; // without a window
    bool replaces = false;                // files that exist
    gpu::DeviceOptions device;
};

// Ends the program where the command line is wrong or asks for help.
Options parseOptions(int argc, char** argv);

// Draws in a window, as window::run.
void runInWindow(const Options& options);

} // namespace particles
