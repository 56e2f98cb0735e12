// The ring in a window.
#ifndef VKSCAN_SAMPLES_CULLING_IN_WINDOW_H
#define VKSCAN_SAMPLES_CULLING_IN_WINDOW_H

#include "options.h"

namespace culling {

// As window::run.
void runInWindow(const Options& options);

} // namespace culling

#endif
