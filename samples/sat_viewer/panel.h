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
    std::string note;      // what is not shown as the file has it; empty: all is
    Lens lens;             // the scene's own
    bool isCoarse = false; // small, with coarse shadows, as a CPU draws
    BlurTimes blurTimes;
    std::string refusal;         // why what was dropped last is not shown; empty: it is
    bool wantsCourtyard = false; // set by the panel: away from a file
    bool wantsCommand = false;   // set by the panel: the view as a command line, to the clipboard
};

// In the current ImGui window.
void buildControls(Settings& settings, PanelContent& content, bool& animate);

} // namespace viewer
