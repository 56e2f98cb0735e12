// Measures frames for bench/: at full clocks, compared with copies of the same bytes.
#pragma once

#include "options.h"
#include "view.h"

#include <support/progress.h>

namespace viewer {

// Draws the frames for the options' rows and sweep, prints the times and writes them to the options' files. Throws
// std::runtime_error, also if the device does not keep its clocks; then nothing is written.
void measure(gpu::Device& device, View& view, const Options& options, gpu::Progress& progress);

} // namespace viewer
