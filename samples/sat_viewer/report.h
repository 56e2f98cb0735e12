// Results of headless runs, for people and for programs.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_REPORT_H
#define VKSCAN_SAMPLES_SAT_VIEWER_REPORT_H

#include "blur_times.h"
#include "frame_rows.h"

#include "../drawing/frame_measurement.h"

namespace viewer {

struct MeasuredRow {
    std::string name;
    double microseconds = 0;
    double copyMicroseconds = 0;
    double began = 0; // seconds since the epoch
    double ended = 0;
};

// The rows' stages of the frames, one for each of `frames`; the other times of these are copies of as many bytes as the
// stages read and write. Throws std::runtime_error where frames have no such stage,
// or no copy beside it.
std::vector<MeasuredRow> rowsOf(const std::vector<FrameRows>& frames,
                                const std::vector<drawing::MeasuredFrames>& measured);

void print(const drawing::StageTimes& stages);
void print(const std::vector<MeasuredRow>& rows);
void print(const BlurTimes& times);
// Throw std::runtime_error if the file cannot be written.
void writeJson(const std::vector<MeasuredRow>& rows, const gpu::Device& device, const std::string& file);
// The times of blurs of pictures of that size; none where they are not usable.
void writeJson(const BlurTimes& times, const gpu::Device& device, VkExtent2D size, const std::string& file);

} // namespace viewer

#endif
