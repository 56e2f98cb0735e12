// What headless runs found out, for people and for programs.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_REPORT_H
#define VKSCAN_SAMPLES_SAT_VIEWER_REPORT_H

#include "options.h"
#include "view.h"

#include "../drawing/stage_times.h"

namespace viewer {

struct Report {
    drawing::StageTimes stages;
    // Of the same frames: what copying as many bytes takes as each of the stages moves.
    drawing::StageTimes copies;
    std::vector<StageBytes> bytes;
    VkExtent2D size = {};
};

void print(const Report& report);
// To the options' file. Throws if it cannot.
void writeJson(const Report& report, const gpu::Device& device, const Options& options);

} // namespace viewer

#endif
