#pragma once

#include "../drawing/picture_options.h"

namespace environment {

// The choice of rays towards the light.
enum class Light {
    Uniform,    // all directions equally likely
    Importance, // in proportion to the light of the map
    Both,       // the left half of the picture uniformly, the right half by importance
};

// The scene that is lit.
enum class Scenery { Spheres, Courtyard };

// The size that a CPU draws by default.
constexpr VkExtent2D kPreview = {640, 240};

struct Options : drawing::PictureOptions {
    Scenery scenery = Scenery::Spheres;
    std::string map;                   // empty: a generated map
    VkExtent2D mapSize = {2048, 1024}; // the generated map's
    float sunHeight = 30;              // degrees
    float sunTurn = 215;               // degrees; 28 for the courtyard, over its broken roof
    std::string savedMap;              // empty: not written
    Light light = Light::Both;
    uint32_t rays = 32;   // per pixel
    bool hasSize = false; // given on the command line
};

// Ends the program if the command line is wrong or asks for help.
Options parseOptions(int argc, char** argv);

// Draws in a window, by window::run.
void runInWindow(const Options& options);

} // namespace environment
