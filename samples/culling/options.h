#ifndef VKSCAN_SAMPLES_CULLING_OPTIONS_H
#define VKSCAN_SAMPLES_CULLING_OPTIONS_H

#include "../common/gpu.h"

#include <string>

namespace culling {

struct Options {
    uint32_t instances = 1 << 20;
    float smallest = 1.5F; // pixels across
    unsigned frames = 3;   // of each way
    unsigned repeats = 101;
    VkExtent2D size = {1280, 720};
    std::string output = "culling.png";
    std::string json; // empty: none
    gpu::DeviceOptions device;
};

// Ends the program where the command line is wrong or asks for help.
Options parseOptions(int argc, char** argv);

} // namespace culling

#endif
