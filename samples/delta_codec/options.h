#ifndef VKSCAN_SAMPLES_DELTA_CODEC_OPTIONS_H
#define VKSCAN_SAMPLES_DELTA_CODEC_OPTIONS_H

#include "source.h"

#include <support/gpu.h>

namespace codec {

struct Options {
    bool decodes = false;
    std::string input;
    std::string output;
    Kind kind = Kind::Auto;
    // Absent: chosen for the least entropy.
    std::optional<uint32_t> order;
    std::optional<uint32_t> tupleSize;
    bool replaces = false; // an output that exists
    gpu::DeviceOptions device;
    unsigned repeats = 11;
};

// Ends the program where the command line is wrong or asks for help.
Options parseOptions(int argc, char** argv);

} // namespace codec

#endif
