// The particles in a window.
#ifndef VKSCAN_SAMPLES_PARTICLES_IN_WINDOW_H
#define VKSCAN_SAMPLES_PARTICLES_IN_WINDOW_H

#include "options.h"

namespace particles {

// As window::run.
void runInWindow(const Options& options);

} // namespace particles

#endif
