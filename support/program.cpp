#include "program.h"

#include "operation.h"

#include <cstdio>

namespace gpu {
namespace {

void printDevices()
{
    std::size_t index = 0;
    for (const DeviceInfo& device : listDevices())
        std::printf("%zu: %s, %s, %s\n", index++, device.name.c_str(), device.driver.c_str(),
                    device.supported ? "supported" : ("not supported: " + device.reason).c_str());
}

} // namespace

void addDeviceOptions(CommandLine& line, DeviceOptions* options)
{
    line.add("--device", options->device,
             "Index or part of the name; by default what VKSCAN_DEVICE says, or else the best")
        .text("DEVICE");
    line.addFlag("--unlisted", options->takeAsUnlisted, "Take the driver for one that vkscan does not list").hidden();
    line.addFlag("--validate", options->validation, "Enable the Vulkan validation layer");
}

Option addWindow(CommandLine& line, bool* window)
{
    return line.addFlag("--window", *window, "Draw in a window, with controls, and write no picture");
}

Option addForce(CommandLine& line, bool* replaces)
{
    return line.addFlag("--force", *replaces, "Replace files that exist");
}

Option addRepeats(CommandLine& line, unsigned* repeats)
{
    return line.add("--repeats", *repeats, "Timed runs; " + std::to_string(*repeats) + " by default")
        .within(1, 10000)
        .text("R");
}

Option addSize(CommandLine& line, Pair bounds, const std::function<void(Pair)>& set, const std::string& help)
{
    return line.addPair("--size", 'x', bounds, set, "WxH", help);
}

void parseOrExit(CommandLine& line, int argc, char** argv)
{
    const auto printVersion = [&line] { std::printf("%s of vkscan " VKSCAN_VERSION_TEXT "\n", line.name().c_str()); };
    line.addAction("--list", printDevices, "Print the Vulkan devices, and do nothing else");
    line.addAction("--version", printVersion, "Print the version, and do nothing else");
    line.parse(argc, argv);
}

void reportDevice(const Device& device, std::FILE* report)
{
    std::fprintf(report, "device:   %s, %s %s\n", device.properties().deviceName, device.driver().driverName,
                 device.driver().driverInfo);
}

void reportTime(Device& device, unsigned repeats, const Device::Record& work, uint64_t amount, const char* billions,
                std::FILE* report)
{
    if (!device.hasTimestamps()) {
        std::fprintf(report, "time:     unknown, the device's queue has no timestamps\n");
        return;
    }
    const double median = medianMicroseconds(device, repeats, work);
    std::fprintf(report, "time:     %.1f us, the median of %u; %.3g %s\n", median, repeats,
                 static_cast<double>(amount) / median / 1000, billions);
}

} // namespace gpu
