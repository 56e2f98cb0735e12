// Options and reports that the samples share.
#ifndef VKSCAN_SUPPORT_PROGRAM_H
#define VKSCAN_SUPPORT_PROGRAM_H

#include "command_line.h"
#include "gpu.h"

#include <cstdio>
#include <functional>
#include <string>

namespace gpu {

// Adds --device and --validate; for tests also --unlisted, which the help does not show.
void addDeviceOptions(CommandLine& line, DeviceOptions* options);
// Adds --window.
Option addWindow(CommandLine& line, bool* window);
// Adds --force, which is needed to replace a file.
Option addForce(CommandLine& line, bool* replaces);
// Adds --repeats.
Option addRepeats(CommandLine& line, unsigned* repeats);
// Adds --size, as WxH.
Option addSize(CommandLine& line, Pair bounds, const std::function<void(Pair)>& set, const std::string& help);

// Adds --list and --version, which every sample has, and parses.
void parseOrExit(CommandLine& line, int argc, char** argv);

void reportDevice(const Device& device, std::FILE* report = stdout);

// Times the work `repeats` times. `amount`: items per run; `billions`: the name of a billion items a second.
void reportTime(Device& device, unsigned repeats, const Device::Record& work, uint64_t amount, const char* billions,
                std::FILE* report = stdout);

} // namespace gpu

#endif
