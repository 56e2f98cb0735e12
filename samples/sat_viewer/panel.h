// The panel of controls: what it offers and what it shows.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_PANEL_H
#define VKSCAN_SAMPLES_SAT_VIEWER_PANEL_H

#include "blur_times.h"
#include "source.h"
#include "stage_history.h"
#include "view.h"

namespace viewer {

struct PanelContent {
    Source::Kind kind = Source::Kind::Courtyard;
    StageHistory history;
    BlurTimes blurTimes;
    std::vector<StageBytes> stageBytes;
    double copySpeed = 0;        // bytes that the device's copies read and write in a millisecond; 0: unknown
    bool wantsCourtyard = false; // set by the panel: away from a file
};

// Where the panel lies, in ImGui's units.
struct PanelPlace {
    float left = 0;
    float top = 0;
    float right = 0;
    float bottom = 0;
};

// As a window of the current ImGui frame, less than 40% of what it lies on, and folded at first where that is small.
PanelPlace buildPanel(Settings& settings, PanelContent& content);

} // namespace viewer

#endif
