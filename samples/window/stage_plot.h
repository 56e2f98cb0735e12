// The stages' times in the panel.
#ifndef VKSCAN_SAMPLES_WINDOW_STAGE_PLOT_H
#define VKSCAN_SAMPLES_WINDOW_STAGE_PLOT_H

#include "sample.h"
#include "stage_history.h"

namespace window {

// The last frames, at least one, each a stack of its stages' times, and a row for each stage: time and, where
// bytes are told, these and how fast they move beside a copy, of so many bytes a millisecond. In the current ImGui
// window.
void plotStages(const StageHistory& history, const std::vector<StageBytes>& stageBytes, double copySpeed);

} // namespace window

#endif
