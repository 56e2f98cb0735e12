// JSON for the samples' reports.
#ifndef VKSCAN_SAMPLES_DRAWING_JSON_H
#define VKSCAN_SAMPLES_DRAWING_JSON_H

#include "frame_timer.h"

#include <string>
#include <string_view>
#include <vector>

namespace drawing {

// A string of JSON. Names of devices and stages have no characters that JSON escapes but, at worst, " and \.
[[nodiscard]] std::string quoted(std::string_view text);

// An object: microseconds by the stages' names.
[[nodiscard]] std::string microsecondsOf(const std::vector<FrameTimer::Stage>& stages);

// Throws std::runtime_error where the file cannot be written.
void writeText(const std::string& file, const std::string& text);

} // namespace drawing

#endif
