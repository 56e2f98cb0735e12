#pragma once

#include "../drawing/picture_options.h"

namespace culling {

struct Options : drawing::PictureOptions {
    uint32_t instances = 1 << 20;
    float smallest = 1.5F; // pixels across
    bool frozen = false;   // culling stops, and is seen from outside
    // Options without a window
    unsigned repeats = 101;
    std::string json; // empty: none
};

// Ends the program if the command line is wrong or asks for help.
Options parseOptions(int argc, char** argv);

// Draws in a window, by window::run.
void runInWindow(const Options& options);

} // namespace culling
