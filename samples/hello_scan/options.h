#ifndef VKSCAN_SAMPLES_OPTIONS_H
#define VKSCAN_SAMPLES_OPTIONS_H

#include <support/gpu.h>

#include <vkscan/scan.h>

namespace hello {

struct Options {
    std::string file; // empty: made-up numbers, `count` of them
    uint64_t count = uint64_t{1} << 20;
    std::string initial; // empty: the operator's identity
    vkscan::ScanDesc scan;
    gpu::DeviceOptions device;
    unsigned repeats = 11;
    bool print = false;
};

// Ends the program where the command line is wrong or asks for help.
Options parseOptions(int argc, char** argv);

} // namespace hello

#endif
