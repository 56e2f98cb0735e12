// The viewer in a window.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_APPLICATION_H
#define VKSCAN_SAMPLES_SAT_VIEWER_APPLICATION_H

#include "options.h"

namespace viewer {

// Draws until the window is closed or the frames are drawn. Throws std::runtime_error, also where there is no display
// and where the validation layer complained.
void runWindow(const Options& options);

} // namespace viewer

#endif
