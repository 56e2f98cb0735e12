// Results of headless runs, for people and for programs.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_REPORT_H
#define VKSCAN_SAMPLES_SAT_VIEWER_REPORT_H

#include "blur_times.h"
#include "options.h"
#include "view.h"

#include "../drawing/stage_times.h"

namespace viewer {

struct Report {
    drawing::StageTimes stages;
    // Copies, in the same frames, of as many bytes as each of the stages moves.
    drawing::StageTimes copies;
    std::vector<StageBytes> bytes;
    VkExtent2D size = {};
};

void print(const Report& report);
void print(const BlurTimes& times);
// To the options' file. Throws if it cannot.
void writeJson(const Report& report, const gpu::Device& device, const Options& options);
// The times of blurs of pictures of that size, for bench/plot_blurs; none where they are not usable. Throws if it
// cannot.
void writeJson(const BlurTimes& times, const gpu::Device& device, VkExtent2D size, const std::string& file);

} // namespace viewer

#endif
