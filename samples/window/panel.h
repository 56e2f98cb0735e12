// The panel: the sample's controls, the stages' times, and what keys do.
#pragma once

#include "sample.h"
#include "stage_history.h"

namespace window {

// Settings of the window that every sample has.
struct PanelContent {
    bool animate = true;        // whether time passes
    bool vsync = true;          // frames wait for the screen
    bool hasTimestamps = false; // the device's queue
    double framesPerSecond = 0; // as the title has it; 0: unknown yet
    StageHistory history;
    double copySpeed = 0; // bytes that the device's copies read and write in a millisecond; 0: unknown
};

// Where the panel lies, in ImGui's units.
struct PanelPlace {
    float left = 0;
    float top = 0;
    float right = 0;
    float bottom = 0;
};

// As a window of the current ImGui frame, less than 40% of what it lies on, never beyond its edges, and folded at first
// where that is small.
PanelPlace buildPanel(const char* name, Sample& sample, PanelContent& content);

} // namespace window
