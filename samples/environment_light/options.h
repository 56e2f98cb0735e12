#pragma once

#include "../drawing/picture_options.h"

namespace environment {

// How rays towards the light are drawn.
enum class Light {
    Uniform,    // all directions alike
    Importance, // in proportion to the light of the map
    Both,       // the left half of the picture uniformly, the right half by importance
};

// The scene that is lit.
enum class Scenery { Spheres, Courtyard };

// Drawn by a CPU that is not told a size.
constexpr VkExtent2D kPreview = {640, 240};

struct Options : drawing::PictureOptions {
    Scenery scenery = Scenery::Spheres;
    std::string map;                   // empty: one is made up
    VkExtent2D mapSize = {2048, 1024}; // of the one that is made up
    float sunHeight = 30;              // degrees
    float sunTurn = 215;               // degrees; of the courtyard 28, over its broken roof
    std::string savedMap;              // empty: it is not written
    Light light = Light::Both;
    uint32_t rays = 32;   // of a pixel
    bool hasSize = false; // on the command line
};

// Ends the program where the command line is wrong or asks for help.
Options parseOptions(int argc, char** argv);

// Draws in a window, as window::run.
void runInWindow(const Options& options);

} // namespace environment
