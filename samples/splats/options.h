#pragma once

#include "view.h"

#include "../drawing/picture_options.h"

#include <optional>
#include <string>

namespace splats {

// The order in which splats are drawn.
enum class Order {
    Sorted,   // by depth, the farthest first
    Unsorted, // in their stored order
    Both,     // the left half of the picture sorted, the right half not
};

// The position of the eye.
enum class From {
    Around, // outside; it goes around the scene
    Inside, // among the splats
    Far,    // so far away that splats are smaller than pixels
    Away,   // outside, looking away from the scene
};

// The upward direction of a file.
enum class Up { Y, MinusY, Z, MinusZ };

struct Options : drawing::PictureOptions {
    uint32_t count = 1 << 20; // splats of the island
    std::string scene;        // a PLY file; empty: the island
    Up up = Up::MinusY;
    From from = From::Around;
    std::optional<Camera> camera; // replaces `from`
    float seen = 0;               // percent of the splats that remain when the camera is turned aside; 0: not turned
    uint32_t keyBits = 16;
    Order order = Order::Sorted;
    // Options without a window
    std::string savedScene; // a PLY file; empty: none
    std::string sweep;      // a JSON file of times by the number of visible splats (measureSweep); empty: none
};

// Ends the program if the command line is wrong or asks for help.
Options parseOptions(int argc, char** argv);

// Draws in a window, by window::run.
void runInWindow(const Options& options);

// Measures frames at full clocks in which about 1, 2, 5, 10, 25, 50 and 100 percent of the splats are visible, sorted
// by keys of 16 and of 24 bits. Checks the results of each kind of frame on the host before it is timed. Prints the
// stages' medians and writes them to the file of the options. Throws std::runtime_error, also if the device does not
// keep its clocks; then nothing is written.
void measureSweep(const Options& options);

} // namespace splats
