// The scene in a window.
#ifndef VKSCAN_SAMPLES_ENVIRONMENT_LIGHT_IN_WINDOW_H
#define VKSCAN_SAMPLES_ENVIRONMENT_LIGHT_IN_WINDOW_H

#include "options.h"

namespace environment {

// As window::run.
void runInWindow(const Options& options);

} // namespace environment

#endif
