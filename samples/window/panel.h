// The panel: the sample's controls, the stages' times, and help on keys.
#pragma once

#include "sample.h"
#include "stage_history.h"

namespace window {

// Settings of the window that every sample has.
struct PanelContent {
    bool animate = true;        // whether time passes
    bool vsync = true;          // frames wait for the screen
    bool hasTimestamps = false; // of the device's queue
    double framesPerSecond = 0; // as in the title; 0: unknown yet
    StageHistory history;
    double copySpeed = 0; // bytes that the device's copies read and write in a millisecond; 0: unknown
};

// The place of the panel, in ImGui's units.
struct PanelPlace {
    float left = 0;
    float top = 0;
    float right = 0;
    float bottom = 0;
};

// Builds a window of the current ImGui frame, of less than 40% of the picture, never beyond its edges. It is folded at
// first if the picture is small.
PanelPlace buildPanel(const char* name, Sample& sample, PanelContent& content);

} // namespace window
