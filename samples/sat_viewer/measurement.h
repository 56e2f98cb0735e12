// Measures frames for bench/: at full clocks, beside copies of as many bytes.
#pragma once

#include "options.h"
#include "view.h"

#include <support/progress.h>

namespace viewer {

// Draws what the options' rows and sweep ask for, prints the times and writes them to the options' files. Throws
// std::runtime_error, also where the device does not keep its clocks; then nothing is written.
void measure(gpu::Device& device, View& view, const Options& options, gpu::Progress& progress);

} // namespace viewer
