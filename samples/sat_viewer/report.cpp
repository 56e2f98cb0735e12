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

void print(const BlurTimes& times)
{
    if (!times.areUsable()) {
        std::printf("times:    unknown, the device's timestamps do not enclose the stages\n");
        return;
    }
    std::printf("%-8s %12s %12s %12s  (ms)\n", "radius", BlurTimes::kNames[0], BlurTimes::kNames[1],
                BlurTimes::kNames[2]);
    for (const auto& [radius, milliseconds] : times.byRadius())
        std::printf("%-8u %12.3f %12.3f %12.3f\n", radius, milliseconds[0], milliseconds[1], milliseconds[2]);
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

void writeJson(const BlurTimes& times, const gpu::Device& device, VkExtent2D size, const std::string& file)
{
    std::ostringstream stream;
    stream << "{\n  \"device\": " << drawing::quoted(device.properties().deviceName) << ",\n  \"width\": " << size.width
           << ",\n  \"height\": " << size.height
           << ",\n  \"timestamps_usable\": " << (times.areUsable() ? "true" : "false")
           << ",\n  \"milliseconds_by_radius\": {";
    const char* separator = "\n";
    for (const auto& [radius, milliseconds] :
         times.areUsable() ? times.byRadius() : std::map<unsigned, BlurTimes::Milliseconds>()) {
        stream << separator << "    \"" << radius << "\": {";
        for (std::size_t way = 0; way < BlurTimes::kWays; ++way)
            stream << (way == 0 ? "" : ", ") << drawing::quoted(BlurTimes::kNames[way]) << ": " << milliseconds[way];
        stream << '}';
        separator = ",\n";
    }
    stream << "\n  }\n}\n";
    drawing::writeText(file, stream.str());
}

} // namespace viewer
