// The viewer's controls.
#pragma once

#include "blur_times.h"
#include "scene.h"
#include "settings.h"
#include "source.h"

#include <string>

namespace viewer {

struct PanelContent {
    Source::Kind kind = Source::Kind::Courtyard;
    std::string note;      // a line on any difference from the file; empty: none
    Lens lens;             // the scene's
    bool isCoarse = false; // small, with coarse shadows, for a CPU
    BlurTimes blurTimes;
    std::string refusal;         // why the last dropped file is not shown; empty: it is
    bool wantsCourtyard = false; // set by the panel: leave the file
    bool wantsCommand = false;   // set by the panel: copy the view as a command line to the clipboard
};

// Builds them in the current ImGui window.
void buildControls(Settings& settings, PanelContent& content, bool& animate);

} // namespace viewer
