// A comparison's times in the panel.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_BLUR_TIMES_PANEL_H
#define VKSCAN_SAMPLES_SAT_VIEWER_BLUR_TIMES_PANEL_H

#include "blur_times.h"

namespace viewer {

// The times at the radius beside each other, and all of them against the radius. In the current ImGui window.
void showBlurTimes(const BlurTimes& times, unsigned radius);

} // namespace viewer

#endif
