#include "report.h"

#include "../drawing/json.h"

#include <cstdio>
#include <sstream>

namespace viewer {

void print(const Report& report)
{
    if (report.stages.empty()) {
        std::printf("times:    unknown, the device's queue has no timestamps\n");
        return;
    }
    std::printf("%-16s %12s\n", "stage", "median ms");
    for (const auto& [name, milliseconds] : report.stages.medians())
        std::printf("%-16s %12.3f\n", name, milliseconds);
    std::printf("%-16s %12.3f\n", "total", report.stages.medianTotal());
}

void writeJson(const Report& report, const gpu::Device& device, const Options& options)
{
    const std::string driver = std::string(device.driver().driverName) + ", " + device.driver().driverInfo +
                               ", version " + std::to_string(device.properties().driverVersion);
    std::ostringstream stream;
    stream << "{\n  \"device\": " << drawing::quoted(device.properties().deviceName)
           << ",\n  \"driver\": " << drawing::quoted(driver) << ",\n  \"width\": " << report.size.width
           << ",\n  \"height\": " << report.size.height << ",\n  \"frames\": " << options.frames
           << ",\n  \"stage_microseconds\": " << drawing::microsecondsOf(report.stages.medians())
           << ",\n  \"copy_microseconds\": " << drawing::microsecondsOf(report.copies.medians())
           << ",\n  \"stage_bytes\": {";
    const char* separator = "";
    for (const StageBytes& stage : report.bytes) {
        stream << separator << drawing::quoted(stage.stage) << ": " << stage.bytes;
        separator = ", ";
    }
    stream << "}\n}\n";
    drawing::writeText(options.json, stream.str());
}

} // namespace viewer
