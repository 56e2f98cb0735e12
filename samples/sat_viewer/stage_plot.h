// The stages' times in the panel.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_STAGE_PLOT_H
#define VKSCAN_SAMPLES_SAT_VIEWER_STAGE_PLOT_H

#include "stage_history.h"
#include "view.h"

namespace viewer {

// The last frames, each a stack of its stages' times, and a row for each stage: time, bytes, and how fast these move
// beside a copy, of so many bytes a millisecond. In the current ImGui window.
void plotStages(const StageHistory& history, const std::vector<StageBytes>& stageBytes, double copySpeed);

} // namespace viewer

#endif
