#include "report.h"

#include <support/json.h>

#include <cstdio>
#include <iomanip>
#include <sstream>
#include <stdexcept>

namespace viewer {

namespace {

double microsecondsOf(const drawing::StageTimes& times, const FrameRows::Row& row)
{
    std::string names;
    for (const auto& [name, milliseconds] : times.medians()) {
        if (name == row.stage)
            return 1000 * milliseconds;
        names += (names.empty() ? "" : ", ") + std::string(name);
    }
    throw std::runtime_error(row.name + ": the stages of such frames that a copy is measured for are " + names);
}

} // namespace

std::vector<MeasuredRow> rowsOf(const std::vector<FrameRows>& frames,
                                const std::vector<drawing::MeasuredFrames>& measured)
{
    std::vector<MeasuredRow> rows;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        for (const FrameRows::Row& row : frames[i].rows) {
            const double copy = microsecondsOf(measured[i].others, row); // fewer stages have one
            rows.push_back(
                {row.name, microsecondsOf(measured[i].stages, row), copy, measured[i].began, measured[i].ended});
        }
    }
    return rows;
}

void print(const drawing::StageTimes& stages)
{
    if (stages.empty()) {
        std::printf("times:    unknown, the device's queue has no timestamps\n");
        return;
    }
    std::printf("%-16s %12s\n", "stage", "median ms");
    for (const auto& [name, milliseconds] : stages.medians())
        std::printf("%-16s %12.3f\n", name, milliseconds);
    std::printf("%-16s %12.3f\n", "total", stages.medianTotal());
}

void print(const std::vector<MeasuredRow>& rows)
{
    std::printf("%-40s %12s %12s\n", "row", "us", "copy us");
    for (const MeasuredRow& row : rows)
        std::printf("%-40s %12.1f %12.1f\n", row.name.c_str(), row.microseconds, row.copyMicroseconds);
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

void writeJson(const std::vector<MeasuredRow>& rows, const gpu::Device& device, const std::string& file)
{
    const std::string driver = std::string(device.driver().driverName) + ", " + device.driver().driverInfo +
                               ", version " + std::to_string(device.properties().driverVersion);
    std::ostringstream stream;
    stream << "{\n  \"device\": " << files::jsonQuoted(device.properties().deviceName)
           << ",\n  \"driver\": " << files::jsonQuoted(driver) << ",\n  \"rows\": {";
    const char* separator = "\n";
    for (const MeasuredRow& row : rows) {
        const double ratio = row.microseconds > 0 ? row.copyMicroseconds / row.microseconds : 0;
        stream << separator << "    " << files::jsonQuoted(row.name) << std::defaultfloat << std::setprecision(6)
               << ": {\"us\": " << row.microseconds << ", \"copy_us\": " << row.copyMicroseconds
               << ", \"ratio\": " << ratio << std::fixed << std::setprecision(3) << ", \"began\": " << row.began
               << ", \"ended\": " << row.ended << '}';
        separator = ",\n";
    }
    stream << "\n  }\n}\n";
    files::writeText(file, stream.str());
}

void writeJson(const BlurTimes& times, const gpu::Device& device, VkExtent2D size, const std::string& file)
{
    std::ostringstream stream;
    stream << "{\n  \"device\": " << files::jsonQuoted(device.properties().deviceName)
           << ",\n  \"width\": " << size.width << ",\n  \"height\": " << size.height
           << ",\n  \"timestamps_usable\": " << (times.areUsable() ? "true" : "false")
           << ",\n  \"milliseconds_by_radius\": {";
    const char* separator = "\n";
    for (const auto& [radius, milliseconds] :
         times.areUsable() ? times.byRadius() : std::map<unsigned, BlurTimes::Milliseconds>()) {
        stream << separator << "    \"" << radius << "\": {";
        for (std::size_t way = 0; way < BlurTimes::kWays; ++way)
            stream << (way == 0 ? "" : ", ") << files::jsonQuoted(BlurTimes::kNames[way]) << ": " << milliseconds[way];
        stream << '}';
        separator = ",\n";
    }
    stream << "\n  }\n}\n";
    files::writeText(file, stream.str());
}

} // namespace viewer
