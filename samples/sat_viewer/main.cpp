// Shows uses of summed-area tables: depth of field, blurs, soft shadows and image filters. vkscan builds each frame's
// tables in the frame's own command buffer.
#include "measurement.h"
#include "options.h"
#include "view.h"

#include "../drawing/frame_slot.h"
#include "../drawing/frame_timer.h"
#include "../drawing/picture.h"
#include <support/file.h>
#include <support/operation.h>
#include <support/program.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace viewer {
namespace {

constexpr unsigned kFrames = 3; // the default for a full picture
// A CPU draws this size in seconds.
constexpr VkExtent2D kPreview = {480, 270};
constexpr float kFramesPerSecond = 60; // of the animation, so that the same frame always shows the same moment

drawing::StageTimes drawFrames(gpu::Device& device, View& view, const Options& options, gpu::Progress& progress)
{
    drawing::StageTimes stages;
    std::array<drawing::FrameSlot, kSlots> slots = {drawing::FrameSlot(device), drawing::FrameSlot(device)};
    // Waits for the frame whose slot the given one takes.
    const auto finishBefore = [&](unsigned frame) {
        const uint32_t slot = frame % kSlots;
        slots[slot].wait();
        stages.add(slots[slot].timer().stages());
        if (frame >= kSlots)
            progress.count(frame - kSlots + 1, options.frames, "frames");
    };
    // lavapipe compiles kernels when it first runs them.
    progress.begin("compiling kernels and drawing");
    progress.count(0, options.frames, "frames");
    for (unsigned frame = 0; frame < options.frames; ++frame) {
        finishBefore(frame);
        const uint32_t slot = frame % kSlots;
        view.record(slots[slot].begin(), slots[slot].timer(), slot, options.settings,
                    static_cast<float>(frame) / kFramesPerSecond);
        slots[slot].submit({});
    }
    for (unsigned frame = options.frames; frame < options.frames + kSlots; ++frame)
        finishBefore(frame);
    return stages;
}

// Whether pictures are a preview: scenes, which have no size of their own, on a CPU.
bool isPreview(const gpu::Device& device, const Options& options)
{
    return device.isCpu() && !options.size && options.source.kind != Source::Kind::Picture;
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

// Prints how to get the picture of that size, and an estimate of its frames' time from the preview's.
void printPreview(const drawing::StageTimes& stages, VkExtent2D full, unsigned frames)
{
    const auto pixels = [](VkExtent2D size) { return static_cast<double>(size.width) * size.height; };
    double milliseconds = 0;
    // Shadows have the same size in all pictures.
    for (const auto& [name, time] : stages.medians())
        milliseconds += std::string_view(name).starts_with("shadow") ? time : time * pixels(full) / pixels(kPreview);
    std::printf("preview:  the device is a CPU; the full picture, by --size %ux%u, takes", full.width, full.height);
    if (stages.empty())
        std::printf(" longer\n");
    else
        std::printf(" about %.0f s more for its %u frames\n", std::ceil(frames * milliseconds / 1000), frames);
}

void draw(gpu::Device& device, View& view, const Options& given, gpu::Progress& progress)
{
    Options options = given;
    const bool preview = isPreview(device, options);
    const VkExtent2D size = preview ? kPreview : options.size.value_or(view.ownExtent());
    // Technique::Lens has no table, so its first frame takes no longer.
    const unsigned usual = options.settings.technique == Technique::Lens ? 1 : kFrames;
    const unsigned fullFrames = options.frames > 0 ? options.frames : usual;
    if (options.frames == 0)
        options.frames = preview ? 1 : usual;
    view.resize(size);
    progress.begin("compiling kernels");
    view.prepare(options.settings);
    std::printf("picture:  %u x %u, %u frames, %u in flight\n", size.width, size.height, options.frames, kSlots);
    if (preview) { // a frame before the others, so that stages' times exclude compilation
        Options first = options;
        first.frames = 1;
        first.settings.lensPoints = 1;
        drawFrames(device, view, first, progress);
    }
    const drawing::StageTimes stages = drawFrames(device, view, options, progress);
    print(stages);
    if (preview)
        printPreview(stages, view.ownExtent(), fullFrames);
    progress.begin("writing " + options.output);
    drawing::writePicture(device, view.picture((options.frames - 1) % kSlots), options.output, view.labels());
    std::printf("written:  %s\n", options.output.c_str());
}

// Throws std::runtime_error, also if the validation layer complained.
void runHeadless(const Options& options)
{
    for (const std::string& output : {options.output, options.json, options.sweep}) {
        if (output.empty())
            continue;
        files::checkOutput(output, true, options.source.file);
        files::checkOutput(output, options.replaces, options.rowsFile);
    }
    files::checkApart(options.json, options.sweep);
    gpu::Device device(options.device);
    gpu::reportDevice(device);
    const vkscan::Context context = gpu::createContext(device);
    gpu::Progress progress;
    progress.begin(options.source.file.empty() ? "making the scene" : "reading " + options.source.file);
    const std::unique_ptr<View> view = makeView(device, context, options.source);
    if (const std::string note = view->note(); !note.empty())
        std::printf("note:     %s\n", note.c_str());
    if (options.rows.empty() && options.sweep.empty())
        draw(device, *view, options, progress);
    else
        measure(device, *view, options, progress);
    gpu::requireSilence(device);
}

} // namespace
} // namespace viewer

int main(int argc, char** argv)
{
    return gpu::mainOf("sat_viewer", [&] {
        const viewer::Options options = viewer::parseOptions(argc, argv);
        options.headless ? viewer::runHeadless(options) : viewer::runInWindow(options);
    });
}
