// A comparison's times as a diagram in a file.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_BLUR_TIMES_SVG_H
#define VKSCAN_SAMPLES_SAT_VIEWER_BLUR_TIMES_SVG_H

#include "blur_times.h"

#include <string>

namespace viewer {

// Time against radius, both logarithmic, as SVG. Throws std::runtime_error where the file cannot be written.
void writeSvg(const BlurTimes& times, const std::string& title, const std::string& file);

} // namespace viewer

#endif
