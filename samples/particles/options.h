#pragma once

#include "../drawing/picture_options.h"

namespace particles {

struct Options : drawing::PictureOptions {
    uint32_t capacity = 1 << 16; // particles
    uint32_t stars = 0;          // of each burst; 0: an eighth of the capacity
    float bloom = 0;             // strength of the glow around bright parts
    float softness = 0;          // metres above the water in which particles fade
};

// Ends the program if the command line is wrong or asks for help.
Options parseOptions(int argc, char** argv);

// Draws in a window, by window::run.
void runInWindow(const Options& options);

} // namespace particles
