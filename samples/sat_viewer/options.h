#pragma once

#include "frame_rows.h"
#include "source.h"

#include <support/gpu.h>

#include <optional>
#include <string>
#include <vector>

namespace viewer {

struct Options {
    Settings settings;
    gpu::DeviceOptions device;
    std::optional<VkExtent2D> size; // none: the view's
    Source source;
    bool headless = false;
    unsigned frames = 0; // 0: in a window, until it is closed; headless, a number that suits the device
    // Headless
    std::string output;          // the last frame as a PNG file; empty: none
    std::string rowsFile;        // names the rows to measure; empty: none
    std::vector<FrameRows> rows; // the contents of that file
    std::string json;            // for their times
    std::string sweep;           // for blurs' times by radius; empty: none
    bool replaces = false;       // may replace files
};

// Ends the program if the command line is wrong or asks for help.
Options parseOptions(int argc, char** argv);

// Draws in a window, by window::run.
void runInWindow(const Options& options);

// The arguments that show the source with these settings, if there are options for them.
std::vector<std::string> argumentsOf(const Settings& settings, const Source& source, VkExtent2D size);

} // namespace viewer
