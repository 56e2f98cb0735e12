// Gaussian splats: a dispatch projects each to an ellipse on the picture and tells its depth, vkscan::RadixSort puts
// them in order, the farthest first, and one draw blends them. The host never learns the order.
#include "check.h"
#include "cloud.h"
#include "in_window.h"
#include "options.h"
#include "renderer.h"

#include "../drawing/picture.h"
#include "../drawing/stage_times.h"
#include <support/file.h>
#include <support/operation.h>
#include <support/program.h>
#include <support/progress.h>

#include <algorithm>
#include <cstdio>

namespace splats {
namespace {

// The host would take long to draw more.
constexpr uint32_t kMostDrawnOnHost = 1 << 16;

void print(const drawing::StageTimes& times)
{
    if (times.empty())
        std::printf("times:    unknown, the device's queue has no timestamps\n");
    for (const auto& [name, milliseconds] : times.medians())
        std::printf("          %-18s %10.1f us\n", name, 1000 * milliseconds);
}

void check(gpu::Device& device, const Renderer& renderer, std::span<const Splat> splats, uint32_t middle)
{
    std::vector<float> depths(splats.size());
    std::vector<uint32_t> order(splats.size());
    device.download(renderer.depths(), depths);
    device.download(renderer.order(), order);
    requireSorted(renderer.view(), splats, depths, order);
    const auto hidden = static_cast<std::size_t>(std::count(depths.begin(), depths.end(), 0.0F));
    std::printf("order:    %zu splats, of which %zu are seen, as on the host\n", splats.size(), splats.size() - hidden);
    if (splats.size() > kMostDrawnOnHost)
        return;
    const double mean =
        requireSame(drawn(renderer.view(), splats, order, middle), drawing::pixelsOf(device, renderer.picture()));
    std::printf("picture:  as the host draws it; values differ by %.2f of 255 on average\n", mean);
}

void run(const Options& options)
{
    files::checkOutput(options.output, options.replaces);
    gpu::Device device(options.device);
    gpu::reportDevice(device);
    const vkscan::Context context = gpu::createContext(device);
    gpu::Progress progress;
    progress.begin("making splats and compiling kernels");
    const std::vector<Splat> splats = makeCloud(options.count);
    Renderer renderer(device, context, splats);
    renderer.resize(options.size);
    std::printf("scene:    %u splats; strategy: %s\n", options.count, vkscan::toString(renderer.strategy()));

    // The columns before it show splats in order.
    const uint32_t width = options.size.width;
    const uint32_t middle = options.order == Order::Both ? width / 2 : options.order == Order::Sorted ? width : 0;
    drawing::FrameTimer timer(device);
    drawing::StageTimes times;
    progress.begin("drawing");
    for (uint32_t frame = 0; frame < options.frames; ++frame) {
        progress.count(frame, options.frames, "frames");
        device.run([&](VkCommandBuffer commandBuffer) {
            timer.begin(commandBuffer);
            renderer.record(commandBuffer, viewFrom(eyeAt(0.03F * static_cast<float>(frame)), kMiddle), middle, timer);
        });
        times.add(timer.stages());
    }
    print(times);
    drawing::writePicture(device, renderer.picture(), options.output, renderer.labels());
    std::printf("written:  %s\n", options.output.c_str());
    progress.begin("checking on the CPU");
    check(device, renderer, splats, middle);
    renderer.requireComplete();
    gpu::requireSilence(device);
    std::printf("verified\n");
}

} // namespace
} // namespace splats

int main(int argc, char** argv)
{
    return gpu::mainOf("splats", [&] {
        const splats::Options options = splats::parseOptions(argc, argv);
        options.window ? splats::runInWindow(options) : splats::run(options);
    });
}
