#include "options.h"

#include "../common/command_line.h"

namespace particles {
namespace {

constexpr float kBloomInWindow = 1;
constexpr float kSoftInWindow = 3; // metres

} // namespace

Options parseOptions(int argc, char** argv)
{
    Options options;
    CLI::App app("Fireworks of particles that are born, move, die and are drawn on the device, which alone knows how "
                 "many there are.",
                 "particles");
    app.add_option("--capacity", options.capacity, "The most particles there may be; 65536 by default")
        ->check(CLI::Range(64U, 1U << 23))
        ->option_text("N");
    app.add_option("--stars", options.stars, "Particles of each burst; by default an eighth of the capacity")
        ->check(CLI::Range(1U, 1U << 23))
        ->option_text("N");
    CLI::Option* window = gpu::addWindow(app, &options.window);
    CLI::Option* frames = app.add_option("--frames", options.frames,
                                         "Frames to simulate, of which the last is drawn; 212 by default. In a window, "
                                         "frames to draw; by default until it is closed")
                              ->check(CLI::Range(1, 100000))
                              ->option_text("N");
    CLI::Option* bloom =
        app.add_option("--bloom", options.bloom,
                       "How much bright particles shine over their surroundings; 0 by default, in a window 1")
            ->check(gpu::numberFrom(0, 4))
            ->option_text("X");
    CLI::Option* soft = app.add_option("--soft", options.softness,
                                       "Fade particles so many metres above the water; 0 by default, in a window 3")
                            ->check(gpu::numberFrom(0, 20))
                            ->option_text("X");
    const auto setSize = [&](gpu::Pair pair) { std::tie(options.size.width, options.size.height) = pair; };
    gpu::addSize(app, {16, 8192}, setSize, "Size of the picture; 1280x720 by default");
    app.add_option("--output", options.output, "The picture, a PNG file; particles.png by default")
        ->excludes(window)
        ->option_text("FILE");
    gpu::addDeviceOptions(app, &options.device);
    gpu::parseOrExit(app, argc, argv);
    if (options.window && frames->count() == 0)
        options.frames = 0;
    if (options.window && bloom->count() == 0)
        options.bloom = kBloomInWindow;
    if (options.window && soft->count() == 0)
        options.softness = kSoftInWindow;
    if (options.stars == 0)
        options.stars = options.capacity / 8;
    return options;
}

} // namespace particles
