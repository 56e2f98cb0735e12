#include "measurement.h"

#include "blur_times.h"

#include "../drawing/frame_measurement.h"
#include "../drawing/pipelines.h"
#include <support/copy.h>
#include <support/json.h>

#include <algorithm>
#include <cstdio>
#include <iomanip>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace viewer {
namespace {

constexpr unsigned kRadii[] = {1, 2, 4, 8, 16, 32, 64, 96}; // pixels, of a sweep

// Copies of the bytes that the stages of a frame read and write, timed in that frame, to compare stages' times with.
class StageCopies {
public:
    // The device must outlive this.
    explicit StageCopies(gpu::Device& device)
        : m_device(device),
          m_copy(device),
          m_timers{drawing::FrameTimer(device), drawing::FrameTimer(device)}
    {
    }

    // Records a copy for each stage, after the slot's frame.
    void record(VkCommandBuffer commandBuffer, uint32_t slot, const std::vector<StageBytes>& stages)
    {
        makeBuffers(stages);
        drawing::FrameTimer& timer = m_timers.at(slot);
        drawing::computeBarrier(m_device, commandBuffer);
        timer.begin(commandBuffer);
        for (const StageBytes& stage : stages) {
            m_copy.record(commandBuffer, m_source.address(), m_destination.address(), stage.bytes / 2);
            drawing::computeBarrier(m_device, commandBuffer);
            timer.mark(commandBuffer, stage.stage);
        }
    }

    // The copies' times by the stages' names, after the slot's frame has ended; empty before the first.
    [[nodiscard]] std::vector<drawing::FrameTimer::Stage> stages(uint32_t slot) const
    {
        return m_timers.at(slot).stages();
    }

private:
    void makeBuffers(const std::vector<StageBytes>& stages)
    {
        VkDeviceSize bytes = 0;
        for (const StageBytes& stage : stages)
            bytes = std::max(bytes, stage.bytes / 2 + 16);
        if (m_source.size() >= bytes)
            return;
        // The other slot's frame may still use the smaller ones.
        gpu::check(m_device.vk().vkDeviceWaitIdle(m_device.handle()), "vkDeviceWaitIdle");
        m_source = m_device.createBuffer(bytes);
        m_destination = m_device.createBuffer(bytes);
    }

    gpu::Device& m_device;
    gpu::Copy m_copy;
    std::array<drawing::FrameTimer, kSlots> m_timers;
    gpu::Buffer m_source;
    gpu::Buffer m_destination;
};

struct MeasuredRow {
    std::string name;
    double microseconds = 0;
    double copyMicroseconds = 0;
    double began = 0; // seconds since the epoch
    double ended = 0;
};

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

// The rows' stages of the frames, one for each of `frames`; these frames' other times are copies of the bytes that the
// stages read and write. Throws std::runtime_error if frames lack the stage, or its copy.
std::vector<MeasuredRow> rowsOf(const std::vector<FrameRows>& frames,
                                const std::vector<drawing::MeasuredFrames>& measured)
{
    std::vector<MeasuredRow> rows;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        for (const FrameRows::Row& row : frames[i].rows) {
            const double copy = microsecondsOf(measured[i].others, row); // fewer stages have a copy
            rows.push_back(
                {row.name, microsecondsOf(measured[i].stages, row), copy, measured[i].began, measured[i].ended});
        }
    }
    return rows;
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

// Times of blurs of pictures of that size; none if they are not usable.
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

unsigned countOf(const gpu::Device& device, const Options& options, unsigned usual)
{
    constexpr unsigned kOnCpu = 3;
    return options.frames != 0 ? options.frames : device.isCpu() ? kOnCpu : usual;
}

// Frames of a size with the settings, with copies. `extent`: the view's. The references must outlive the kind.
drawing::FrameKind kindOf(gpu::Device& device, View& view, VkExtent2D& extent, std::string name, unsigned count,
                          const Settings& settings, VkExtent2D size)
{
    const auto prepare = [&device, &view, &extent, settings, size] {
        if (extent.width != size.width || extent.height != size.height)
            view.resize(size);
        extent = size;
        view.prepare(settings);
        const auto copies = std::make_shared<StageCopies>(device);
        drawing::FrameCommands commands;
        commands.record = [&view, settings, copies](VkCommandBuffer commandBuffer, drawing::FrameTimer& timer,
                                                    uint32_t slot) {
            view.record(commandBuffer, timer, slot, settings, 0);
            copies->record(commandBuffer, slot, view.stageBytes());
        };
        commands.others = [copies](uint32_t slot) { return copies->stages(slot); };
        return commands;
    };
    return {std::move(name), count, prepare};
}

} // namespace

void measure(gpu::Device& device, View& view, const Options& options, gpu::Progress& progress)
{
    constexpr unsigned kForRows = 32;
    constexpr unsigned kForBlurs = 16; // blurs take longer
    VkExtent2D extent = {};
    std::vector<drawing::FrameKind> kinds;
    for (const FrameRows& frames : options.rows) {
        Settings settings = options.settings;
        settings.technique = frames.technique;
        kinds.push_back(
            kindOf(device, view, extent, frames.name, countOf(device, options, kForRows), settings, frames.size));
    }
    const VkExtent2D sweptSize = options.size.value_or(view.ownExtent());
    if (!options.sweep.empty()) {
        for (unsigned radius : kRadii) {
            Settings settings = options.settings;
            settings.technique = Technique::Comparison;
            settings.comparisonRadius = static_cast<float>(radius);
            kinds.push_back(kindOf(device, view, extent, "blurs with a radius of " + std::to_string(radius),
                                   countOf(device, options, kForBlurs), settings, sweptSize));
        }
    }
    const std::vector<drawing::MeasuredFrames> measured = drawing::FrameMeasurement(device, progress).measure(kinds);
    if (!options.rows.empty()) {
        const std::vector<MeasuredRow> rows = rowsOf(options.rows, measured);
        print(rows);
        writeJson(rows, device, options.json);
        std::printf("written:  %s\n", options.json.c_str());
    }
    if (!options.sweep.empty()) {
        BlurTimes times;
        for (std::size_t i = 0; i < std::size(kRadii); ++i)
            times.add(kRadii[i], measured[options.rows.size() + i].stages.medians());
        print(times);
        writeJson(times, device, sweptSize, options.sweep);
        std::printf("written:  %s\n", options.sweep.c_str());
    }
}

} // namespace viewer
