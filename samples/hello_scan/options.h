#pragma once

#include <support/gpu.h>

#include <string>
#include <vector>

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
using vkscan::study::sentenceOf;
#else
using ScanDesc = vkscan::ScanDesc;
inline vkscan::Status createScan(const vkscan::Context& context, const ScanDesc& desc, vkscan::Scan* scan)
{
    return vkscan::Scan::create(context, desc, scan);
}
inline const char* sentenceOf(vkscan::Status status)
{
    return vkscan::toString(status);
}
#endif

// A way of scanning in the self-test.
struct Way {
    const char* name;
    ScanDesc desc;
};
// Each of vkscan's strategies if the library for study is there; otherwise with and without waiting.
std::vector<Way> waysOfScanning();

// The kernels that a scan of `count` elements dispatches, by their names in labels: "ReduceSpans, ScanSpans".
std::string kernelsOf(const vkscan::Scan& scan, vkscan::ElementType type, uint64_t count);

struct Options {
    std::string file; // empty: `count` generated numbers
    uint64_t count = uint64_t{1} << 20;
    std::string initial; // empty: the operator's identity
    ScanDesc scan;
    gpu::DeviceOptions device;
    unsigned repeats = 11;
    bool print = false;
    std::string report;    // empty: no self-test
    bool replaces = false; // may replace a report
};

// Ends the program if the command line is wrong or asks for help.
Options parseOptions(int argc, char** argv);

// The self-test of a device: checks every way of scanning, and compares its time with a copy's. Prints a line for each
// case and writes options.report. Finally throws if a case is wrong, gave up or failed.
void testDevice(const Options& options);

} // namespace hello
