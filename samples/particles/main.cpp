// Fireworks whose particles live on the device: one dispatch moves the live ones, another appends new ones,
// vkscan::Compact removes the dead and writes the number of the rest into the arguments of the next dispatch and of the
// draw. The host never reads it.
#include "options.h"
#include "renderer.h"
#include "shaders/physics.h"
#include "simulation.h"

#include "../drawing/frame_timer.h"
#include "../drawing/picture.h"
#include <support/file.h>
#include <support/operation.h>
#include <support/program.h>
#include <support/progress.h>

#include <algorithm>
#include <cstdio>

namespace particles {
namespace {

// The simulation on the host.
struct Reference {
    std::vector<Particle> particles; // the last frame's
    std::vector<uint32_t> counts;    // of all frames
};

// Simulates `frames` frames on the host, each with the device's `tick` except for its number.
Reference simulate(Tick tick, uint32_t frames)
{
    Reference reference;
    std::vector<Particle>& particles = reference.particles;
    for (tick.frame = 0; tick.frame < frames; ++tick.frame) {
        std::transform(particles.begin(), particles.end(), particles.begin(), moved);
        const auto room = std::min(emittedIn(tick), tick.capacity - static_cast<uint32_t>(particles.size()));
        for (uint32_t i = 0; i < room; ++i)
            particles.push_back(emitted(tick, i));
        std::erase_if(particles, [](const Particle& particle) { return particle.framesLeft == 0; });
        reference.counts.push_back(static_cast<uint32_t>(particles.size()));
    }
    return reference;
}

// Throws unless counts, order, ages and shells are equal, and positions and velocities are equal up to rounding.
// Returns the largest distance between a position and its reference.
float requireSame(const Reference& reference, std::span<const Particle> particles, std::span<const uint32_t> counts)
{
    const auto [expected, actual] =
        std::mismatch(reference.counts.begin(), reference.counts.end(), counts.begin(), counts.end());
    if (expected != reference.counts.end())
        throw std::runtime_error("frame " + std::to_string(expected - reference.counts.begin()) + " has " +
                                 std::to_string(*actual) + " particles and should have " + std::to_string(*expected));
    // Relative to the largest position and velocity: each frame of a life rounds by about half of 2^-23.
    constexpr float kRounding = 1e-5F;
    const auto largest = [&](glm::vec3 Particle::*member) {
        float length = 0;
        for (const Particle& particle : reference.particles)
            length = std::max(length, glm::length(particle.*member));
        return length;
    };
    const float positionError = kRounding * largest(&Particle::position);
    const float velocityError = kRounding * largest(&Particle::velocity);
    float farthest = 0;
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const Particle& a = reference.particles[i];
        const Particle& b = particles[i];
        const float apart = glm::distance(a.position, b.position);
        farthest = std::max(farthest, apart);
        // A NaN is as wrong as too large a distance.
        if (a.framesLeft != b.framesLeft || a.shell != b.shell || !(apart <= positionError) ||
            !(glm::distance(a.velocity, b.velocity) <= velocityError))
            throw std::runtime_error("particle " + std::to_string(i) + " is not the one that should be there");
    }
    return farthest;
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
            if (frame + 1 == options.frames)
                renderer.record(commandBuffer, timer, simulation, look);
        });
        times.add(timer.stages());
    }
    times.print();
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
