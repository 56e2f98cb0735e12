#include "headless.h"

#include "make_view.h"
#include "report.h"
#include "stage_copies.h"

#include "../common/command_line.h"
#include "../common/file.h"
#include "../common/operation.h"
#include "../drawing/frame_slot.h"
#include "../drawing/picture.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <optional>
#include <stdexcept>

namespace viewer {
namespace {

constexpr float kFramesPerSecond = 60; // of the animation, so that the same frame always shows the same moment

// Says on standard error how many frames are drawn, where that takes seconds.
class Progress {
public:
    explicit Progress(unsigned frames) : m_frames(frames) {}
    void show(unsigned drawn)
    {
        using namespace std::chrono_literals;
        const auto now = std::chrono::steady_clock::now();
        if (now - m_last < 2s)
            return;
        std::fprintf(stderr, "frame %u of %u\n", drawn + 1, m_frames);
        m_last = now;
    }

private:
    unsigned m_frames;
    std::chrono::steady_clock::time_point m_last = std::chrono::steady_clock::now();
};

Report drawFrames(gpu::Device& device, View& view, const Options& options)
{
    Report report;
    std::array<drawing::FrameSlot, kSlots> slots = {drawing::FrameSlot(device), drawing::FrameSlot(device)};
    std::optional<StageCopies> copies;
    if (!options.json.empty())
        copies.emplace(device);
    const auto finish = [&](uint32_t slot) {
        slots[slot].wait();
        report.stages.add(slots[slot].timer().stages());
        if (copies)
            report.copies.add(copies->stages(slot));
    };
    Progress progress(options.frames);
    for (unsigned frame = 0; frame < options.frames; ++frame) {
        const uint32_t slot = frame % kSlots;
        finish(slot);
        progress.show(frame);
        const VkCommandBuffer commandBuffer = slots[slot].begin();
        view.record(commandBuffer, slots[slot].timer(), slot, options.settings,
                    static_cast<float>(frame) / kFramesPerSecond);
        if (copies)
            copies->record(commandBuffer, slot, view.stageBytes());
        slots[slot].submit({});
    }
    for (uint32_t slot = 0; slot < kSlots; ++slot)
        finish(slot);
    report.bytes = view.stageBytes();
    report.size = view.picture(0).extent();
    return report;
}

// Draws the frames with each of some radii.
void sweep(gpu::Device& device, View& view, Options options)
{
    BlurTimes times;
    for (unsigned radius : {1U, 2U, 4U, 8U, 16U, 32U, 64U, 96U}) {
        options.settings.comparisonRadius = static_cast<float>(radius);
        times.add(radius, drawFrames(device, view, options).stages.medians());
    }
    if (times.byRadius().empty())
        throw std::runtime_error("the device's queue has no timestamps");
    std::printf("%-8s %12s %12s %12s  (ms)\n", "radius", BlurTimes::kNames[0], BlurTimes::kNames[1],
                BlurTimes::kNames[2]);
    for (const auto& [radius, milliseconds] : times.byRadius())
        std::printf("%-8u %12.3f %12.3f %12.3f\n", radius, milliseconds[0], milliseconds[1], milliseconds[2]);
    writeJson(times, device, view.picture(0).extent(), options.sweep);
    std::printf("written:  %s\n", options.sweep.c_str());
}

} // namespace

void runHeadless(const Options& options)
{
    for (const std::string& output : {options.output, options.json, options.sweep})
        if (!output.empty())
            files::checkOutput(output, true, options.source.file);
    files::checkApart(options.output, options.json);
    files::checkApart(options.output, options.sweep);
    gpu::Device device(options.device);
    gpu::reportDevice(device);
    const vkscan::Context context = gpu::createContext(device);
    const std::unique_ptr<View> view = makeView(device, context, options.source);
    const VkExtent2D size = options.size.value_or(view->ownExtent());
    view->resize(size);
    if (const std::string note = view->note(); !note.empty())
        std::printf("scene:    %s\n", note.c_str());
    std::printf("picture:  %u x %u, %u frames, %u in flight\n", size.width, size.height, options.frames, kSlots);
    if (!options.sweep.empty()) {
        sweep(device, *view, options);
    } else {
        const Report report = drawFrames(device, *view, options);
        print(report);
        if (!options.json.empty())
            writeJson(report, device, options);
    }
    if (!options.output.empty()) {
        drawing::writePicture(device, view->picture((options.frames - 1) % kSlots), options.output);
        std::printf("written:  %s\n", options.output.c_str());
    }
    gpu::requireSilence(device);
}

} // namespace viewer
