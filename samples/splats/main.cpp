// Gaussian splats: vkscan::Compact selects the visible ones and projects them to ellipses, vkscan::RadixSort sorts them
// by depth, the farthest first, and one indirect draw blends them. The host reads neither their number nor their order.
#include "check.h"
#include "options.h"
#include "ply.h"
#include "renderer.h"
#include "scene.h"

#include "../drawing/frame_timer.h"
#include "../drawing/picture.h"
#include <support/file.h>
#include <support/operation.h>
#include <support/program.h>
#include <support/progress.h>

#include <algorithm>
#include <cstdio>

namespace splats {
namespace {

// The host would be slow with more.
constexpr uint32_t kMostDrawnOnHost = 1 << 16;
constexpr float kRadiansPerFrame = 0.03F;

void check(gpu::Device& device, const Renderer& renderer, const Scene& scene, uint32_t middle)
{
    const View& view = renderer.view();
    const Found found = renderer.found();
    const auto count = static_cast<double>(scene.splats.size());
    const auto seen = static_cast<double>(found.seen.size());
    const std::size_t close = requireSeen(view, scene.splats, found.seen);
    std::printf("seen:     %zu of %zu splats (%.2f %%), as on the host, but for %zu at the limits of what is seen\n",
                found.seen.size(), scene.splats.size(), 100 * seen / count, close);
    const Disorder disorder = requireSorted(view, scene.splats, found);
    std::printf("order:    that of the keys, as on the host; of %llu pairs %llu are out of order (%.2g %%)",
                static_cast<unsigned long long>(disorder.all), static_cast<unsigned long long>(disorder.pairs),
                disorder.all == 0 ? 0 : 100 * static_cast<double>(disorder.pairs) / static_cast<double>(disorder.all));
    if (disorder.pairs != 0)
        std::printf(", by no more than %.2g %% of the depth", 100 * static_cast<double>(disorder.most));
    std::printf("\n");
    if (found.seen.size() > kMostDrawnOnHost)
        return;
    const double mean =
        requireSame(drawn(view, scene.splats, found, middle), drawing::pixelsOf(device, renderer.picture()));
    std::printf("picture:  as the host draws it; values differ by %.2f of 255 on average\n", mean);
}

// The camera of each frame.
std::vector<Camera> camerasOf(const Scene& scene, const Options& options)
{
    std::vector<Camera> cameras;
    for (uint32_t frame = 0; frame < options.frames; ++frame)
        cameras.push_back(cameraOf(scene, options, kRadiansPerFrame * static_cast<float>(frame)));
    if (options.seen > 0)
        std::fill(cameras.begin(), cameras.end(),
                  turnedAside(scene, cameras.front(), {options.size.width, options.size.height}, options.seen));
    return cameras;
}

void run(const Options& options)
{
    files::checkOutput(options.output, options.replaces, options.scene);
    if (!options.savedScene.empty())
        files::checkOutput(options.savedScene, options.replaces);
    files::checkApart(options.output, options.savedScene);
    gpu::Progress progress;
    progress.begin("making or reading splats");
    const Scene scene = makeScene(options);
    gpu::Device device(options.device);
    gpu::reportDevice(device);
    const vkscan::Context context = gpu::createContext(device);
    progress.begin("compiling kernels");
    Renderer renderer(device, context, scene, options.keyBits);
    renderer.resize(options.size);
    std::printf("scene:    %zu splats%s%s\n", scene.splats.size(), options.scene.empty() ? "" : ", ",
                options.scene.c_str());
    std::printf("keys:     sorted by %u bits of the depth\n", options.keyBits);
    if (!options.savedScene.empty())
        files::write(options.savedScene, encodePly(scene.splats), options.replaces);

    // Columns before this one show splats in order.
    const uint32_t width = options.size.width;
    const uint32_t middle = options.order == Order::Both ? width / 2 : options.order == Order::Sorted ? width : 0;
    const std::vector<Camera> cameras = camerasOf(scene, options);
    drawing::FrameTimer timer(device);
    drawing::StageTimes times;
    progress.begin("drawing");
    for (uint32_t frame = 0; frame < options.frames; ++frame) {
        progress.count(frame, options.frames, "frames");
        device.run([&](VkCommandBuffer commandBuffer) {
            timer.begin(commandBuffer);
            renderer.record(commandBuffer, cameras[frame], middle, timer);
        });
        times.add(timer.stages());
    }
    if (!times.empty())
        std::printf("times:    medians of frames: %u\n", options.frames);
    times.print();
    if (!times.empty())
        std::printf("          %-18s %10.1f us\n", "frame", 1000 * times.medianTotal());
    drawing::writePicture(device, renderer.picture(), options.output, renderer.labels());
    std::printf("written:  %s\n", options.output.c_str());
    progress.begin("checking on the CPU");
    check(device, renderer, scene, middle);
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
        if (options.window)
            splats::runInWindow(options);
        else if (!options.sweep.empty())
            splats::measureSweep(options);
        else
            splats::run(options);
    });
}
