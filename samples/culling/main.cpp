// GPU-driven culling: a compute shader finds the visible ones of many instances, vkscan::Compact lists them and writes
// their number into the draw's arguments, and an indirect draw reads both.
#include "check.h"
#include "culler.h"
#include "options.h"
#include "renderer.h"
#include "scene.h"

#include "../drawing/frame_timer.h"
#include "../drawing/picture.h"
#include <support/file.h>
#include <support/json.h>
#include <support/operation.h>
#include <support/program.h>
#include <support/progress.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <sstream>

namespace culling {
namespace {

using Pixels = std::vector<std::byte>;

struct WayReport {
    uint32_t drawn = 0;          // instances
    drawing::StageTimes stages;  // of its frames
    double cullMicroseconds = 0; // culling alone, the median over the repeats; 0 if unknown
    std::set<uint64_t> orders;   // hashes of the frames' lists
};

using Report = std::array<WayReport, kWays.size()>;

// A JSON object: microseconds by the stages' names.
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

void print(const Report& report, const Options& options)
{
    for (Way way : kWays) {
        const WayReport& of = report[static_cast<std::size_t>(way)];
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

void writeJson(const Report& report, const gpu::Device& device, const Options& options)
{
    const std::string name = std::string(device.properties().deviceName) + ", " + device.driver().driverName + " " +
                             device.driver().driverInfo;
    std::ostringstream stream;
    stream << "{\n  \"device\": " << files::jsonQuoted(name) << ",\n  \"instances\": " << options.instances
           << ",\n  \"smallest_pixels\": " << options.smallest << ",\n  \"width\": " << options.size.width
           << ",\n  \"height\": " << options.size.height << ",\n  \"frames\": " << options.frames
           << ",\n  \"repeats\": " << options.repeats << ",\n  \"ways\": [\n";
    for (Way way : kWays) {
        writeWay(stream, way, report[static_cast<std::size_t>(way)]);
        stream << (way == kWays.back() ? "\n" : ",\n");
    }
    stream << "  ]\n}\n";
    files::writeText(options.json, stream.str());
}

class Program {
public:
    explicit Program(const Options& options)
        : m_options(options),
          m_device(options.device),
          m_context(gpu::createContext(m_device)),
          m_ring(m_device, options.instances),
          m_frame(m_ring.seenFrom(kWithin, options.size, options.smallest)),
          m_frameBuffer(m_device.createBuffer(sizeof(Frame))),
          m_culler(m_device, m_context, options.instances, static_cast<uint32_t>(m_ring.rock().indices.size())),
          m_renderer(m_device, m_ring.rock().indices)
    {
        m_renderer.resize(options.size);
        m_device.upload(m_frameBuffer, std::span(&m_frame, 1));
        gpu::reportDevice(m_device);
        std::printf("scene:    %u rocks of %zu triangles\n", options.instances, m_ring.rock().indices.size() / 3);
    }

    void run()
    {
        gpu::Progress progress;
        progress.begin("compiling kernels and drawing, without culling");
        drawFrames(Way::All);
        const Pixels all = pixels();
        progress.begin("drawing, culled by append");
        drawFrames(Way::Append);
        progress.begin("drawing, culled by compaction");
        drawFrames(Way::Compact);
        std::vector<support::Label> labels;
        if (m_options.frozen) {
            const Frame outside = m_ring.seenFrom(kOutside, m_options.size, m_options.smallest);
            drawFromOutside(outside);
            labels = labelsOf(m_frame, outside);
        }
        drawing::writePicture(m_device, m_renderer.picture(), m_options.output, labels);
        progress.begin("checking on the CPU");
        for (Way way : {Way::Append, Way::Compact})
            checkList(way);
        print(m_report, m_options);
        progress.begin("comparing pictures");
        comparePictures(all);
        m_culler.requireComplete();
        gpu::requireSilence(m_device);
        if (!m_options.json.empty())
            writeJson(m_report, m_device, m_options);
        std::printf("written:  %s\nverified\n", m_options.output.c_str());
    }

private:
    Pixels pixels() { return drawing::pixelsOf(m_device, m_renderer.picture()); }

    void draw(Way way, drawing::FrameTimer* timer = nullptr)
    {
        m_device.run([&](VkCommandBuffer commandBuffer) {
            if (timer != nullptr)
                timer->begin(commandBuffer);
            m_culler.record(commandBuffer, way, m_frameBuffer.address(), timer);
            m_renderer.record(commandBuffer, m_frameBuffer.address(), m_culler.list(way));
            if (timer != nullptr)
                timer->mark(commandBuffer, "draw");
        });
    }

    // The camera stands still, so that lists and pictures can be compared.
    void drawFrames(Way way)
    {
        WayReport& report = m_report[static_cast<std::size_t>(way)];
        drawing::FrameTimer timer(m_device);
        for (unsigned frame = 0; frame < m_options.frames; ++frame) {
            draw(way, &timer);
            report.stages.add(timer.stages());
            const std::vector<uint32_t> list = download(m_culler.list(way));
            report.orders.insert(hashOf(list));
            report.drawn = static_cast<uint32_t>(list.size());
        }
        if (way != Way::All && m_device.hasTimestamps())
            report.cullMicroseconds =
                gpu::medianMicroseconds(m_device, m_options.repeats, [&](VkCommandBuffer commandBuffer) {
                    m_culler.record(commandBuffer, way, m_frameBuffer.address());
                });
    }

    // Only for the report: a frame's draw needs none of this on the host.
    std::vector<uint32_t> download(const DrawList& list)
    {
        DrawArguments arguments;
        m_device.download(list.arguments, std::span(&arguments, 1));
        if (arguments.instanceCount > m_options.instances)
            throw std::runtime_error("more instances are seen than there are");
        std::vector<uint32_t> instances(arguments.instanceCount);
        m_device.download(list.instances, instances);
        return instances;
    }

    void checkList(Way way)
    {
        std::vector<uint32_t> list = download(m_culler.list(way));
        if (way == Way::Append)
            std::sort(list.begin(), list.end());
        const std::size_t close = requireVisible(m_frame, m_ring.spheres(), list);
        std::printf("%-9s as on the host, but for %zu at the limits of what is seen\n",
                    (std::string(toString(way)) + ":").c_str(), close);
        if (way == Way::Compact && m_report[static_cast<std::size_t>(way)].orders.size() != 1)
            throw std::runtime_error("compaction's order changed from frame to frame");
    }

    // Culling does not move while the eye leaves.
    void drawFromOutside(const Frame& outside)
    {
        const gpu::Buffer frame = m_device.createBuffer(sizeof(Frame));
        m_device.upload(frame, std::span(&outside, 1));
        m_device.run([&](VkCommandBuffer commandBuffer) {
            m_culler.record(commandBuffer, Way::Compact, m_frameBuffer.address());
            m_culler.recordRejected(commandBuffer, frame.address(), m_frameBuffer.address());
            m_renderer.recordOutside(commandBuffer, frame.address(), m_culler.list(Way::Compact),
                                     m_frameBuffer.address(), m_culler.rejected());
        });
        const std::vector<uint32_t> list = download(m_culler.rejected());
        const std::size_t close = requireRejected(outside, m_frame, m_ring.spheres(), list);
        std::printf(
            "outside:  %zu rejected rocks are seen, as on the host, but for %zu at the limits of what is seen\n",
            list.size(), close);
    }

    // Instances outside the frustum leave no pixels; small ones would.
    void comparePictures(const Pixels& all)
    {
        m_frame.sun.w = 0;
        m_device.upload(m_frameBuffer, std::span(&m_frame, 1));
        draw(Way::Append);
        const std::size_t append = differentPixels(all, pixels());
        draw(Way::Compact);
        const std::size_t compact = differentPixels(all, pixels());
        std::printf("picture:  without the limit of size, pixels unlike those of all rocks: %zu by append, %zu by "
                    "compaction\n",
                    append, compact);
        if (compact != 0)
            throw std::runtime_error("culled instances are missed in the picture");
        // If two rocks are equally far, the last one drawn is visible; here the order is arbitrary.
        if (append > all.size() / 4 / 1000)
            throw std::runtime_error("appended instances draw another picture");
    }

    const Options& m_options;
    gpu::Device m_device;
    vkscan::Context m_context;
    Ring m_ring;
    Frame m_frame;
    gpu::Buffer m_frameBuffer;
    Culler m_culler;
    Renderer m_renderer;
    Report m_report;
};

void run(const Options& options)
{
    files::checkOutput(options.output, options.replaces);
    if (!options.json.empty())
        files::checkOutput(options.json, options.replaces);
    files::checkApart(options.output, options.json);
    Program(options).run();
}

} // namespace
} // namespace culling

int main(int argc, char** argv)
{
    return gpu::mainOf("culling", [&] {
        const culling::Options options = culling::parseOptions(argc, argv);
        options.window ? culling::runInWindow(options) : culling::run(options);
    });
}
