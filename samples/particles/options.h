#pragma once

#include "../drawing/picture_options.h"

namespace particles {

struct Options : drawing::PictureOptions {
    uint32_t capacity = 1 << 16; // particles
    uint32_t stars = 0;          // of each burst; 0: an eighth of the capacity
    float bloom = 0;             // how much of what is bright shines over its surroundings
    float softness = 0;          // metres above the water in which particles fade
};

// Ends the program where the command line is wrong or asks for help.
Options parseOptions(int argc, char** argv);

// Draws in a window, as window::run.
void runInWindow(const Options& options);

} // namespace particles
