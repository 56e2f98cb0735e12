#ifndef VKSCAN_SAMPLES_SPLATS_OPTIONS_H
#define VKSCAN_SAMPLES_SPLATS_OPTIONS_H

#include <support/gpu.h>

#include <string>

namespace splats {

// In which splats are drawn.
enum class Order {
    Sorted,   // by depth, the farthest first
    Unsorted, // as they are stored
    Both,     // the left half of the picture sorted, the right half not
};

struct Options {
    uint32_t count = 1 << 20; // splats
    bool window = false;
    uint32_t frames = 8; // in which the eye goes around; in a window 0: until it is closed
    Order order = Order::Sorted;
    VkExtent2D size = {1280, 720};
    std::string output = "splats.png"; // without a window
    bool replaces = false;             // files that exist
    gpu::DeviceOptions device;
};

// Ends the program where the command line is wrong or asks for help.
Options parseOptions(int argc, char** argv);

} // namespace splats

#endif
