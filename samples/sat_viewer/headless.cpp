#include "headless.h"

#include "frame_slot.h"
#include "make_view.h"
#include "report.h"
#include "table_copies.h"

#include "../common/command_line.h"
#include "../common/operation.h"
#include "../common/png.h"

#include <array>
#include <cstdio>
#include <optional>
#include <stdexcept>

namespace viewer {
namespace {

constexpr float kFramesPerSecond = 60; // of the animation, so that the same frame always shows the same moment

Report drawFrames(gpu::Device& device, View& view, const Options& options)
{
    Report report;
    std::array<FrameSlot, kSlots> slots = {FrameSlot(device), FrameSlot(device)};
    std::optional<TableCopies> copies;
    if (!options.json.empty())
        copies.emplace(device);
    const auto finish = [&](uint32_t slot) {
        slots[slot].wait();
        report.stages.add(slots[slot].timer().stages());
        if (copies)
            report.copies.add(copies->stages(slot));
    };
    for (unsigned frame = 0; frame < options.frames; ++frame) {
        const uint32_t slot = frame % kSlots;
        finish(slot);
        const VkCommandBuffer commandBuffer = slots[slot].begin();
        view.record(commandBuffer, slots[slot].timer(), slot, options.settings,
                    static_cast<float>(frame) / kFramesPerSecond);
        if (copies)
            copies->record(commandBuffer, slot, view.tableStages());
        slots[slot].submit({});
    }
    for (uint32_t slot = 0; slot < kSlots; ++slot)
        finish(slot);
    report.tables = view.tableStages();
    return report;
}

void writePicture(gpu::Device& device, const gpu::Image& picture, const std::string& file)
{
    std::vector<std::byte> pixels(std::size_t{4} * picture.extent().width * picture.extent().height);
    gpu::download(device, picture, pixels, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    files::writePng(file, picture.extent().width, picture.extent().height, pixels);
    std::printf("written:  %s\n", file.c_str());
}

} // namespace

void runHeadless(const Options& options)
{
    for (const std::string& output : {options.output, options.json})
        if (!output.empty())
            files::checkOutput(output, true, options.image);
    files::checkApart(options.output, options.json);
    gpu::Device device(options.device);
    gpu::reportDevice(device);
    vkscan::Context context;
    gpu::require(vkscan::Context::create(device.contextDesc(), &context));
    const std::unique_ptr<View> view = makeView(device, context, options);
    view->resize(options.size);
    std::printf("picture:  %u x %u, %u frames, %u in flight\n", options.size.width, options.size.height, options.frames,
                kSlots);
    const Report report = drawFrames(device, *view, options);
    print(report);
    if (!options.json.empty())
        writeJson(report, device, options);
    if (!options.output.empty())
        writePicture(device, view->picture((options.frames - 1) % kSlots), options.output);
    gpu::requireSilence(device);
}

} // namespace viewer
