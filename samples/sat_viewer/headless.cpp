#include "headless.h"

#include "frame_slot.h"
#include "make_view.h"

#include "../common/png.h"
#include "../drawing/stage_times.h"

#include <array>
#include <cstdio>
#include <stdexcept>

namespace viewer {
namespace {

constexpr float kFramesPerSecond = 60; // of the animation, so that the same frame always shows the same moment

void print(const drawing::StageTimes& times)
{
    if (times.empty()) {
        std::printf("times:    unknown, the device's queue has no timestamps\n");
        return;
    }
    std::printf("%-16s %12s\n", "stage", "median ms");
    for (const auto& [name, milliseconds] : times.medians())
        std::printf("%-16s %12.3f\n", name, milliseconds);
    std::printf("%-16s %12.3f\n", "total", times.medianTotal());
}

void drawFrames(gpu::Device& device, View& view, const Options& options)
{
    drawing::StageTimes times;
    std::array<FrameSlot, kSlots> slots = {FrameSlot(device), FrameSlot(device)};
    const auto finish = [&](FrameSlot& slot) {
        slot.wait();
        times.add(slot.timer().stages());
    };
    for (unsigned frame = 0; frame < options.frames; ++frame) {
        FrameSlot& slot = slots[frame % kSlots];
        finish(slot);
        const VkCommandBuffer commandBuffer = slot.begin();
        view.record(commandBuffer, slot.timer(), frame % kSlots, options.settings,
                    static_cast<float>(frame) / kFramesPerSecond);
        slot.submit({});
    }
    for (FrameSlot& slot : slots)
        finish(slot);
    print(times);
}

} // namespace

void runHeadless(const Options& options)
{
    gpu::Device device(options.device);
    std::printf("device:   %s, %s %s\n", device.properties().deviceName, device.driver().driverName,
                device.driver().driverInfo);
    vkscan::Context context;
    require(vkscan::Context::create(device.contextDesc(), &context));
    const std::unique_ptr<View> view = makeView(device, context, options);
    view->resize(options.size);
    std::printf("picture:  %u x %u, %u frames, %u in flight\n", options.size.width, options.size.height, options.frames,
                kSlots);
    drawFrames(device, *view, options);

    const gpu::Image& picture = view->picture((options.frames - 1) % kSlots);
    std::vector<std::byte> pixels(std::size_t{4} * picture.extent().width * picture.extent().height);
    gpu::download(device, picture, pixels, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    files::writePng(options.output, picture.extent(), pixels);
    std::printf("written:  %s\n", options.output.c_str());
    if (device.validationMessageCount() != 0)
        throw std::runtime_error("the validation layer complained");
}

} // namespace viewer
