#include "report.h"

#include <support/json.h>

#include <cstdio>
#include <sstream>

namespace culling {
namespace {

// An object: microseconds by the stages' names.
std::string microsecondsOf(const std::vector<drawing::FrameTimer::Stage>& stages)
{
    std::ostringstream stream;
    stream << '{';
    const char* separator = "";
    for (const auto& [name, milliseconds] : stages) {
        stream << separator << files::jsonQuoted(name) << ": " << 1000 * milliseconds;
        separator = ", ";
    }
    stream << '}';
    return stream.str();
}

void writeWay(std::ostream& stream, Way way, const WayReport& report)
{
    stream << "    {\"way\": " << files::jsonQuoted(toString(way)) << ", \"drawn\": " << report.drawn
           << ", \"orders\": " << report.orders.size() << ", \"cull_microseconds\": " << report.cullMicroseconds
           << ", \"stage_microseconds\": " << microsecondsOf(report.stages.medians()) << "}";
}

} // namespace

void print(const Report& report, const Options& options)
{
    for (Way way : kWays) {
        const WayReport& of = report.ways[static_cast<std::size_t>(way)];
        std::printf("%-9s %u drawn", (std::string(toString(way)) + ":").c_str(), of.drawn);
        if (of.cullMicroseconds != 0)
            std::printf("; culled in %.1f us, the median of %u", of.cullMicroseconds, options.repeats);
        if (way != Way::All)
            std::printf("; orders in %u frames: %zu", options.frames, of.orders.size());
        std::printf("\n");
        for (const auto& [name, milliseconds] : of.stages.medians())
            std::printf("          %-16s %12.1f us\n", name, 1000 * milliseconds);
    }
}

void writeJson(const Report& report, const Options& options)
{
    std::ostringstream stream;
    stream << "{\n  \"device\": " << files::jsonQuoted(report.device) << ",\n  \"instances\": " << options.instances
           << ",\n  \"smallest_pixels\": " << options.smallest << ",\n  \"width\": " << options.size.width
           << ",\n  \"height\": " << options.size.height << ",\n  \"frames\": " << options.frames
           << ",\n  \"repeats\": " << options.repeats << ",\n  \"ways\": [\n";
    for (Way way : kWays) {
        writeWay(stream, way, report.ways[static_cast<std::size_t>(way)]);
        stream << (way == kWays.back() ? "\n" : ",\n");
    }
    stream << "  ]\n}\n";
    files::writeText(options.json, stream.str());
}

} // namespace culling
