// The viewer's own scene: a courtyard with two colonnades at dusk.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_COURTYARD_H
#define VKSCAN_SAMPLES_SAT_VIEWER_COURTYARD_H

#include "scene.h"

namespace viewer {

World courtyard();

} // namespace viewer

#endif
