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
        std::string stage; // as timers name it
    };

    std::string name; // what their rows begin with: viewer/dof/1920x1080
    Technique technique = Technique::None;
    VkExtent2D size = {};
    std::vector<Row> rows;
};

// In the order of the file's lines, of which empty ones are passed over. Throws std::runtime_error with a sentence.
std::vector<FrameRows> readRows(const std::string& file);

} // namespace viewer
