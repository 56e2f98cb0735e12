// The viewer's controls: what they offer and what they show.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_PANEL_H
#define VKSCAN_SAMPLES_SAT_VIEWER_PANEL_H

#include "blur_times.h"
#include "settings.h"

namespace viewer {

struct PanelContent {
    bool ofImage = false; // a picture from a file, not the scene
    BlurTimes blurTimes;
    bool wantsScene = false; // set by the panel: back from a picture to the scene
};

// In the current ImGui window.
void buildControls(Settings& settings, PanelContent& content, bool& animate);

} // namespace viewer

#endif
