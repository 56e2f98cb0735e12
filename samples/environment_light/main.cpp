// A scene lit by an environment map: vkscan::Distribution sums the light of the map in each frame, and rays towards the
// light are drawn from these sums, next to the same number of uniform ones.
#include "check.h"
#include "map.h"
#include "options.h"
#include "renderer.h"

#include "../drawing/frame_timer.h"
#include "../drawing/picture.h"
#include <support/file.h>
#include <support/operation.h>
#include <support/program.h>
#include <support/progress.h>

#include <cmath>
#include <cstdio>

namespace environment {
namespace {

template <class Item>
std::vector<Item> contentOf(gpu::Device& device, const gpu::Buffer& buffer)
{
    std::vector<Item> items(buffer.size() / sizeof(Item));
    device.download(buffer, items);
    return items;
}

// Compares the variances of both kinds of rays, if the picture has them, and checks that their means agree.
void compareNoise(const Frame& frame, std::span<const vec4> map, std::span<const float> table,
                  std::span<const vec4> estimates)
{
    const Noise uniform = noiseOf(frame, estimates, false);
    const Noise importance = noiseOf(frame, estimates, true);
    for (const auto& [name, noise] : {std::pair{"uniform rays", uniform}, {"by importance", importance}})
        if (noise.pixels > 0)
            std::printf("variance: %-13s %10.3g of a pixel's luminance, whose mean is %.4g\n", name, noise.variance,
                        noise.mean);
    if (frame.isSplit == 0)
        return;
    std::printf("          %.0f times as many uniform rays would have the variance of those by importance\n",
                uniform.variance / importance.variance);
    requireSameMean(frame, map, static_cast<double>(table[frame.mapSize.y - 1]), uniform, importance);
}

void check(gpu::Device& device, const Renderer& renderer, const World& world, const Options& options)
{
    const Frame& frame = renderer.frame();
    const std::vector<vec4> map = renderer.map();
    const auto table = contentOf<float>(device, renderer.table());
    const auto estimates = contentOf<vec4>(device, renderer.estimates());
    compareNoise(frame, map, table, estimates);
    if (options.map.empty())
        requireSky(frame, map);
    requireTable(frame, map, table);
    std::printf("table:    %zu sums, as on the host\n", table.size());
    const Compared compared = comparePixels(frame, world, map, table, estimates);
    std::printf("pixels:   %llu of the picture, of which %llu are too close to call\n",
                static_cast<unsigned long long>(compared.pixels), static_cast<unsigned long long>(compared.apart));
}

// Draws frames of the look, each with its own seed; 0: a number that suits the device.
drawing::StageTimes drawFrames(gpu::Device& device, Renderer& renderer, Look look, uint32_t count,
                               gpu::Progress& progress)
{
    const uint32_t frames = count > 0 ? count : device.isCpu() ? 1 : 3;
    const uint32_t all = stepsOf(look);
    const uint32_t together = device.isCpu() ? 1 : all; // on a CPU one step may take seconds
    drawing::FrameTimer timer(device);
    drawing::StageTimes times;
    for (look.seed = 0; look.seed < frames; ++look.seed) {
        std::vector<drawing::FrameTimer::Stage> stages;
        for (uint32_t step = 0; step < all; step += together) {
            progress.count(look.seed * all + step, frames * all, "steps");
            device.run([&](VkCommandBuffer commandBuffer) {
                timer.begin(commandBuffer);
                renderer.record(commandBuffer, look, {step, step + together}, step + together == all, timer);
            });
            for (const drawing::FrameTimer::Stage& stage : timer.stages()) {
                if (step > 0 && stages.back().name == stage.name)
                    stages.back().milliseconds += stage.milliseconds;
                else
                    stages.push_back(stage);
            }
        }
        times.add(stages);
    }
    return times;
}

// Prints how to get the full-size picture, and an estimate of its time from the preview's.
void printPreview(const drawing::StageTimes& times, VkExtent2D preview, VkExtent2D full)
{
    const double ratio =
        static_cast<double>(full.width) * full.height / (static_cast<double>(preview.width) * preview.height);
    std::printf("preview:  the device is a CPU; the full picture, by --size %ux%u, takes about %.0f s\n", full.width,
                full.height, std::ceil(ratio * times.medianTotal() / 1000));
}

void run(const Options& options)
{
    files::checkOutput(options.output, options.replaces, options.map);
    if (!options.savedMap.empty()) {
        files::checkOutput(options.savedMap, options.replaces);
        files::checkApart(options.output, options.savedMap);
    }
    const Map map = mapOf(options);
    gpu::Device device(options.device);
    gpu::reportDevice(device);
    const vkscan::Context context = gpu::createContext(device);
    gpu::Progress progress;
    progress.begin("compiling kernels");
    const World world = worldOf(options);
    Renderer renderer(device, context, map, world);
    const bool isPreview = device.isCpu() && !options.hasSize;
    const VkExtent2D size = isPreview ? kPreview : options.size;
    renderer.resize(size);
    if (!world.nodes.empty())
        std::printf("world:    %zu shapes, of %zu triangles\n", world.instances.size(), world.triangles.size());
    std::printf("map:      %u x %u texels, %s\n", map.size.x, map.size.y,
                options.map.empty() ? "made up" : options.map.c_str());

    Look look = lookAt(world);
    look.sun = sunAt(options.sunHeight, options.sunTurn);
    look.light = options.light;
    look.rays = options.rays;
    progress.begin("drawing");
    const drawing::StageTimes times = drawFrames(device, renderer, look, options.frames, progress);
    times.print();
    if (isPreview)
        printPreview(times, size, options.size);
    drawing::writePicture(device, renderer.picture(), options.output, renderer.labels());
    std::printf("written:  %s\n", options.output.c_str());
    if (!options.savedMap.empty()) {
        writeMap(options.savedMap, map.size, renderer.map(), options.replaces);
        std::printf("written:  %s\n", options.savedMap.c_str());
    }
    progress.begin("checking on the CPU");
    check(device, renderer, world, options);
    gpu::requireSilence(device);
    std::printf("verified\n");
}

} // namespace
} // namespace environment

int main(int argc, char** argv)
{
    return gpu::mainOf("environment_light", [&] {
        const environment::Options options = environment::parseOptions(argc, argv);
        options.window ? environment::runInWindow(options) : environment::run(options);
    });
}
