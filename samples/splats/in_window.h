// The splats in a window.
#ifndef VKSCAN_SAMPLES_SPLATS_IN_WINDOW_H
#define VKSCAN_SAMPLES_SPLATS_IN_WINDOW_H

#include "options.h"

namespace splats {

// As window::run.
void runInWindow(const Options& options);

} // namespace splats

#endif
