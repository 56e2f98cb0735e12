// The list of rows to measure: viewer/<technique>/<width>x<height>/<stage>.
#pragma once

#include "settings.h"

#include <support/command_line.h>

#include <volk.h>

#include <string>
#include <vector>

namespace viewer {

// Names of techniques, on the command line and in rows.
extern const gpu::Choices<Technique> kTechniques;

// The rows that the same frames measure.
struct FrameRows {
    struct Row {
        std::string name;
        std::string stage; // a name in timers
    };

    std::string name; // the beginning of the rows' names: viewer/dof/1920x1080
    Technique technique = Technique::None;
    VkExtent2D size = {};
    std::vector<Row> rows;
};

// Reads rows in the order of the file's lines; empty lines are skipped. Throws std::runtime_error with a sentence.
std::vector<FrameRows> readRows(const std::string& file);

} // namespace viewer
