#ifndef VKSCAN_SAMPLES_LINE_OF_SIGHT_OPTIONS_H
#define VKSCAN_SAMPLES_LINE_OF_SIGHT_OPTIONS_H

#include "rays.h"

#include <support/gpu.h>

#include <optional>

namespace sight {

// Lengths in texels.
struct Options {
    std::string heightMap; // empty: terrain is made up
    uint32_t width = 1024;
    uint32_t height = 640;
    uint32_t seed = 4;
    std::optional<float> relief;   // by default an eighth of the map's longer side
    std::optional<Texel> observer; // by default on the highest ground near the middle
    float eye = 3;                 // above the ground
    std::string output;
    bool replaces = false; // files that exist
    gpu::DeviceOptions device;
    unsigned repeats = 11;
};

// Ends the program where the command line is wrong or asks for help.
Options parseOptions(int argc, char** argv);

} // namespace sight

#endif
