#include "check.h"
#include "renderer.h"
#include "scene.h"

#include "../drawing/frame_measurement.h"
#include <support/file.h>
#include <support/json.h>
#include <support/operation.h>
#include <support/program.h>

#include <algorithm>
#include <cstdio>
#include <future>
#include <sstream>

namespace splats {
namespace {

constexpr float kPercents[] = {1, 2, 5, 10, 25, 50, 100}; // visible splats, roughly
constexpr uint32_t kSweptKeyBits[] = {16, 24};
constexpr unsigned kFramesOnCpu = 3;

struct Point {
    uint32_t keyBits = 0;
    std::size_t seen = 0; // splats
    drawing::MeasuredFrames times = {};
};

// Draws the frame once.
Found draw(gpu::Device& device, Renderer& renderer, const Camera& camera, uint32_t width)
{
    drawing::FrameTimer timer(device);
    device.run([&](VkCommandBuffer commandBuffer) {
        timer.begin(commandBuffer);
        renderer.record(commandBuffer, camera, width, timer);
    });
    return renderer.found();
}

void print(const std::vector<Point>& points)
{
    std::printf("%8s %10s", "key bits", "seen");
    for (const auto& [name, milliseconds] : points.front().times.stages.medians())
        std::printf(" %10s", name);
    std::printf("  (us)\n");
    for (const Point& point : points) {
        std::printf("%8u %10zu", point.keyBits, point.seen);
        for (const auto& [name, milliseconds] : point.times.stages.medians())
            std::printf(" %10.1f", 1000 * milliseconds);
        std::printf("\n");
    }
}

// The points of a number of bits, a line each.
std::string jsonOf(const std::vector<Point>& points, uint32_t keyBits)
{
    std::ostringstream stream;
    const char* separator = "\n";
    for (const Point& point : points) {
        if (point.keyBits != keyBits)
            continue;
        stream << separator << "      {\"seen\": " << point.seen;
        for (const auto& [name, milliseconds] : point.times.stages.medians())
            stream << ", " << files::jsonQuoted(name) << ": " << 1000 * milliseconds;
        stream << '}';
        separator = ",\n";
    }
    return stream.str();
}

std::string jsonOf(const std::vector<Point>& points, const gpu::Device& device, std::size_t count, VkExtent2D size)
{
    std::ostringstream stream;
    stream << "{\n  \"device\": " << files::jsonQuoted(device.properties().deviceName) << ",\n  \"splats\": " << count
           << ",\n  \"width\": " << size.width << ",\n  \"height\": " << size.height
           << ",\n  \"microseconds_by_key_bits\": {";
    const char* separator = "\n";
    for (const uint32_t keyBits : kSweptKeyBits) {
        stream << separator << "    \"" << keyBits << "\": [" << jsonOf(points, keyBits) << "\n    ]";
        separator = ",\n";
    }
    stream << "\n  }\n}\n";
    return stream.str();
}

} // namespace

void measureSweep(const Options& options)
{
    files::checkOutput(options.sweep, options.replaces, options.scene);
    gpu::Progress progress;
    progress.begin("making or reading splats");
    const Scene scene = makeScene(options);
    gpu::Device device(options.device);
    gpu::reportDevice(device);
    const vkscan::Context context = gpu::createContext(device);
    drawing::FrameMeasurement measurement(device, progress);
    const uint32_t width = options.size.width;
    std::vector<Point> points;
    for (const uint32_t keyBits : kSweptKeyBits) {
        progress.begin("compiling kernels");
        Renderer renderer(device, context, scene, keyBits);
        renderer.resize(options.size);
        std::vector<drawing::FrameKind> kinds;
        const std::size_t first = points.size();
        std::vector<std::future<void>> checks; // the next frames do not wait for them
        for (const float percent : kPercents) {
            progress.begin("drawing for checks");
            const Camera camera =
                turnedAside(scene, cameraOf(scene, options, 0), {options.size.width, options.size.height}, percent);
            Found found = draw(device, renderer, camera, width);
            points.push_back({keyBits, found.seen.size()});
            checks.push_back(std::async(std::launch::async, [&scene, view = renderer.view(), found = std::move(found)] {
                requireSeen(view, scene.splats, found.seen);
                requireSorted(view, scene.splats, found);
            }));
            const auto record = [&renderer, camera, width](VkCommandBuffer commandBuffer, drawing::FrameTimer& timer,
                                                           uint32_t /*slot*/) {
                renderer.record(commandBuffer, camera, width, timer);
            };
            kinds.push_back({std::to_string(points.back().seen) + " splats seen",
                             device.isCpu() ? std::min(options.frames, kFramesOnCpu) : options.frames, [record] {
                                 return drawing::FrameCommands{record, nullptr};
                             }});
        }
        progress.begin("checking on the CPU");
        for (std::future<void>& check : checks)
            check.get();
        const std::vector<drawing::MeasuredFrames> measured = measurement.measure(kinds);
        for (std::size_t i = 0; i < measured.size(); ++i)
            points[first + i].times = measured[i];
        renderer.requireComplete();
    }
    gpu::requireSilence(device);
    print(points);
    files::writeText(options.sweep, jsonOf(points, device, scene.splats.size(), options.size));
    std::printf("written:  %s\nverified\n", options.sweep.c_str());
}

} // namespace splats
