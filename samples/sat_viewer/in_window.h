// The viewer in a window.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_IN_WINDOW_H
#define VKSCAN_SAMPLES_SAT_VIEWER_IN_WINDOW_H

#include "options.h"

namespace viewer {

// As window::run.
void runInWindow(const Options& options);

} // namespace viewer

#endif
