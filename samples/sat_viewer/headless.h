// Draws without a window.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_HEADLESS_H
#define VKSCAN_SAMPLES_SAT_VIEWER_HEADLESS_H

#include "options.h"

namespace viewer {

// Draws the frames, prints what the stages took and writes that and the last frame to the options' files. Throws
// std::runtime_error, also where the validation layer complained.
void runHeadless(const Options& options);

} // namespace viewer

#endif
