// What the samples' command lines and reports have in common.
#ifndef VKSCAN_SAMPLES_COMMAND_LINE_H
#define VKSCAN_SAMPLES_COMMAND_LINE_H

#include "operation.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <cstdlib>

namespace gpu {

inline void addDeviceOptions(CLI::App& app, DeviceOptions* options)
{
    app.add_option("--device", options->device,
                   "Index or part of the name; by default what VKSCAN_DEVICE says, or else the best")
        ->option_text("DEVICE");
    app.add_flag("--validate", options->validation, "Enable the Vulkan validation layer");
}

inline void addRepeats(CLI::App& app, unsigned* repeats)
{
    app.add_option("--repeats", *repeats, "Timed runs; " + std::to_string(*repeats) + " by default")
        ->check(CLI::Range(1, 10000))
        ->option_text("R");
}

// Ends the program where the command line is wrong or asks for help.
inline void parseOrExit(CLI::App& app, int argc, char** argv)
{
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        std::exit(app.exit(error) == 0 ? 0 : 1);
    }
}

inline void reportDevice(const Device& device)
{
    std::printf("device:   %s, %s %s\n", device.properties().deviceName, device.driver().driverName,
                device.driver().driverInfo);
}

// Runs the work as often; `amount` is what a run gets through, and `billions` what a billion of it a second is called.
inline void reportTime(Device& device, unsigned repeats, const Device::Record& work, uint64_t amount,
                       const char* billions)
{
    if (!device.hasTimestamps()) {
        std::printf("time:     unknown, the device's queue has no timestamps\n");
        return;
    }
    const double median = medianMicroseconds(device, repeats, work);
    std::printf("time:     %.1f us, the median of %u; %.3g %s\n", median, repeats,
                static_cast<double>(amount) / median / 1000, billions);
}

// Calls run() and returns main's exit code.
template <class Run>
int mainOf(const char* name, const Run& run)
{
    try {
        run();
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", name, error.what());
        return 1;
    }
}

} // namespace gpu

#endif
