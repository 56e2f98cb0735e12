#ifndef VKSCAN_SAMPLES_OPTIONS_H
#define VKSCAN_SAMPLES_OPTIONS_H

#include <support/gpu.h>

#ifdef HELLO_SCAN_STUDY
#include <vkscan/study.h>
#else
#include <vkscan/scan.h>
#endif

namespace hello {

#ifdef HELLO_SCAN_STUDY
using ScanDesc = vkscan::study::ScanDesc;
inline vkscan::Status createScan(const vkscan::Context& context, const ScanDesc& desc, vkscan::Scan* scan)
{
    return vkscan::study::create(context, desc, scan);
}
inline const char* nameOf(vkscan::Strategy strategy)
{
    return vkscan::study::toString(strategy);
}
#else
using ScanDesc = vkscan::ScanDesc;
inline vkscan::Status createScan(const vkscan::Context& context, const ScanDesc& desc, vkscan::Scan* scan)
{
    return vkscan::Scan::create(context, desc, scan);
}
inline const char* nameOf(vkscan::Strategy strategy)
{
    return toString(strategy);
}
#endif

struct Options {
    std::string file; // empty: made-up numbers, `count` of them
    uint64_t count = uint64_t{1} << 20;
    std::string initial; // empty: the operator's identity
    ScanDesc scan;
    gpu::DeviceOptions device;
    unsigned repeats = 11;
    bool print = false;
    std::string report;    // empty: no self-test
    bool replaces = false; // a report that exists
};

// Ends the program where the command line is wrong or asks for help.
Options parseOptions(int argc, char** argv);

} // namespace hello

#endif
