#include "measurement.h"

#include "report.h"
#include "stage_copies.h"

#include "../drawing/frame_measurement.h"

#include <cstdio>
#include <iterator>
#include <memory>

namespace viewer {
namespace {

constexpr unsigned kRadii[] = {1, 2, 4, 8, 16, 32, 64, 96}; // pixels, of a sweep

unsigned countOf(const gpu::Device& device, const Options& options, unsigned usual)
{
    constexpr unsigned kOnCpu = 3;
    return options.frames != 0 ? options.frames : device.isCpu() ? kOnCpu : usual;
}

// Frames of a size with the settings, and copies beside them. `extent`: the view's. The references outlive the kind.
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
    constexpr unsigned kForBlurs = 16; // which take longer
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
