// Fireworks whose particles live on the device: a dispatch moves as many as there are, another appends new ones,
// vkscan::Compact leaves out the dead and writes the number of the rest into the arguments of the next dispatch and of
// the draw. The host never learns it.
#include "check.h"
#include "options.h"
#include "renderer.h"
#include "simulation.h"

#include "../drawing/frame_timer.h"
#include "../drawing/picture.h"
#include <support/file.h>
#include <support/operation.h>
#include <support/program.h>
#include <support/progress.h>

#include <cstdio>

namespace particles {
namespace {

void print(const drawing::StageTimes& times)
{
    if (times.empty())
        std::printf("times:    unknown, the device's queue has no timestamps\n");
    for (const auto& [name, milliseconds] : times.medians())
        std::printf("          %-18s %10.1f us\n", name, 1000 * milliseconds);
}

void check(gpu::Device& device, const Simulation& simulation)
{
    const uint32_t frames = simulation.tick().frame;
    std::vector<uint32_t> counts(frames);
    device.download(simulation.countsOfFrames(), counts);
    const Reference reference = simulate(simulation.tick(), frames);
    std::vector<Particle> particles(reference.particles.size());
    device.download(simulation.particles(), particles);
    const float farthest = requireSame(reference, particles, counts);
    std::printf("particles: %zu, as on the host, as in all frames before; apart by up to %.1g m\n", particles.size(),
                double{farthest});
}

void run(const Options& options)
{
    files::checkOutput(options.output, options.replaces);
    gpu::Device device(options.device);
    gpu::reportDevice(device);
    const vkscan::Context context = gpu::createContext(device);
    gpu::Progress progress;
    progress.begin("compiling kernels");
    Simulation simulation(device, context, options.capacity, options.stars, options.frames);
    Renderer renderer(device, context);
    renderer.resize(options.size);
    std::printf("scene:    up to %u particles, %u a burst\n", options.capacity, options.stars);

    Look look;
    look.brightness = brightnessOf(options.stars);
    look.softness = options.softness;
    look.bloom = options.bloom;
    drawing::FrameTimer timer(device);
    drawing::StageTimes times;
    progress.begin("drawing");
    for (uint32_t frame = 0; frame < options.frames; ++frame) {
        progress.count(frame, options.frames, "frames");
        device.run([&](VkCommandBuffer commandBuffer) {
            timer.begin(commandBuffer);
            simulation.record(commandBuffer, &timer);
            if (frame + 1 == options.frames) {
                renderer.record(commandBuffer, timer, simulation, look);
            }
        });
        times.add(timer.stages());
    }
    print(times);
    drawing::writePicture(device, renderer.picture(), options.output);
    std::printf("written:  %s\n", options.output.c_str());
    progress.begin("checking on the CPU");
    check(device, simulation);
    simulation.requireComplete();
    gpu::requireSilence(device);
    std::printf("verified\n");
}

} // namespace
} // namespace particles

int main(int argc, char** argv)
{
    return gpu::mainOf("particles", [&] {
        const particles::Options options = particles::parseOptions(argc, argv);
        options.window ? particles::runInWindow(options) : particles::run(options);
    });
}
