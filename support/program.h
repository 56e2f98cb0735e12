// Options and reports that the samples share.
#ifndef VKSCAN_SUPPORT_PROGRAM_H
#define VKSCAN_SUPPORT_PROGRAM_H

#include "command_line.h"
#include "gpu.h"

#include <functional>
#include <string>

namespace gpu {

// --device and --validate.
void addDeviceOptions(CommandLine& line, DeviceOptions* options);
// --window.
Option addWindow(CommandLine& line, bool* window);
// --repeats.
Option addRepeats(CommandLine& line, unsigned* repeats);
// --size, as WxH.
Option addSize(CommandLine& line, Pair bounds, const std::function<void(Pair)>& set, const std::string& help);

// Adds --list and --version, which every sample has, and parses.
void parseOrExit(CommandLine& line, int argc, char** argv);

void reportDevice(const Device& device);

// Runs the work as often; `amount` is what a run gets through, and `billions` what a billion of it a second is called.
void reportTime(Device& device, unsigned repeats, const Device::Record& work, uint64_t amount, const char* billions);

// Calls run() and returns main's exit code: 1 where it throws, after a line with the reason, and where standard output
// could not be written.
int mainOf(const char* name, const std::function<void()>& run);

} // namespace gpu

#endif
