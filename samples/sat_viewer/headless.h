// Draws without a window.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_HEADLESS_H
#define VKSCAN_SAMPLES_SAT_VIEWER_HEADLESS_H

#include "options.h"

namespace viewer {

// Draws the frames, writes the last one to a PNG and prints what the stages took. Throws std::runtime_error, also
// where the validation layer complained.
void runHeadless(const Options& options);

} // namespace viewer

#endif
