#include "command_line.h"

#include "operation.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>

namespace gpu {
namespace {

void listDevicesAndStop()
{
    std::size_t index = 0;
    for (const DeviceInfo& device : listDevices())
        std::printf("%zu: %s, %s, %s\n", index++, device.name.c_str(), device.driver.c_str(),
                    device.supported ? "supported" : ("not supported: " + device.reason).c_str());
    throw CLI::Success();
}

// A full disk shows only when what was printed is written.
void requireOutput()
{
    errno = 0;
    std::cout.flush();
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !std::cout)
        throw std::runtime_error(std::string("cannot write to standard output") +
                                 (errno != 0 ? std::string(": ") + std::strerror(errno) : ""));
}

std::string textOf(float value)
{
    char text[32];
    std::snprintf(text, sizeof(text), "%g", static_cast<double>(value));
    return text;
}

} // namespace

void addDeviceOptions(CLI::App& app, DeviceOptions* options)
{
    app.add_option("--device", options->device,
                   "Index or part of the name; by default what VKSCAN_DEVICE says, or else the best")
        ->option_text("DEVICE");
    app.add_flag("--validate", options->validation, "Enable the Vulkan validation layer");
}

CLI::Option* addWindow(CLI::App& app, bool* window)
{
    return app.add_flag("--window", *window, "Draw in a window, with controls, and write no picture");
}

CLI::Option* addRepeats(CLI::App& app, unsigned* repeats)
{
    return app.add_option("--repeats", *repeats, "Timed runs; " + std::to_string(*repeats) + " by default")
        ->check(CLI::Range(1, 10000))
        ->option_text("R");
}

std::function<std::string(const std::string&)> numberFrom(float low, float high)
{
    return [=](const std::string& text) {
        float number = 0;
        const bool isWithin = CLI::detail::lexical_cast(text, number) && number >= low && number <= high;
        return isWithin ? "" : files::quoted(text) + " is no number from " + textOf(low) + " to " + textOf(high);
    };
}

CLI::Option* addPair(CLI::App& app, const std::string& name, char separator, Pair bounds,
                     const std::function<void(Pair)>& set, const std::string& text, const std::string& help)
{
    const auto parse = [=](const std::string& argument) {
        const std::size_t at = argument.find(separator);
        Pair pair;
        if (at == std::string::npos || !CLI::detail::lexical_cast(argument.substr(0, at), pair.first) ||
            !CLI::detail::lexical_cast(argument.substr(at + 1), pair.second) ||
            std::min(pair.first, pair.second) < bounds.first || std::max(pair.first, pair.second) > bounds.second)
            throw CLI::ValidationError(name, files::quoted(argument) + " is not " + text + ", each from " +
                                                 std::to_string(bounds.first) + " to " + std::to_string(bounds.second));
        set(pair);
    };
    return app.add_option_function<std::string>(name, parse, help)->option_text(text);
}

CLI::Option* addSize(CLI::App& app, Pair bounds, const std::function<void(Pair)>& set, const std::string& help)
{
    return addPair(app, "--size", 'x', bounds, set, "WxH", help);
}

void parseOrExit(CLI::App& app, int argc, char** argv)
{
    app.add_flag_callback("--list", listDevicesAndStop, "Print the Vulkan devices, and do nothing else");
    app.set_version_flag("--version", app.get_name() + " of vkscan " VKSCAN_VERSION_TEXT,
                         "Print the version, and do nothing else");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0)
            throw std::runtime_error(std::string(error.what()) + "; --help shows the options");
        app.exit(error);
        requireOutput();
        std::exit(0);
    }
}

void reportDevice(const Device& device)
{
    std::printf("device:   %s, %s %s\n", device.properties().deviceName, device.driver().driverName,
                device.driver().driverInfo);
}

void reportTime(Device& device, unsigned repeats, const Device::Record& work, uint64_t amount, const char* billions)
{
    if (!device.hasTimestamps()) {
        std::printf("time:     unknown, the device's queue has no timestamps\n");
        return;
    }
    const double median = medianMicroseconds(device, repeats, work);
    std::printf("time:     %.1f us, the median of %u; %.3g %s\n", median, repeats,
                static_cast<double>(amount) / median / 1000, billions);
}

int mainOf(const char* name, const std::function<void()>& run)
{
    try {
        run();
        requireOutput();
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", name, files::printable(error.what()).c_str());
        return 1;
    }
}

} // namespace gpu
