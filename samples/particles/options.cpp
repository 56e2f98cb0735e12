#include "options.h"

namespace particles {
namespace {

constexpr uint32_t kFrames = 212; // by default
constexpr float kBloomInWindow = 1;
constexpr float kSoftInWindow = 3; // metres

} // namespace

Options parseOptions(int argc, char** argv)
{
    Options options;
    gpu::CommandLine line(
        "Fireworks of particles that are born, move, die and are drawn on the device, which alone knows how "
        "many there are.",
        "particles");
    line.add("--capacity", options.capacity, "The most particles there may be; 65536 by default")
        .within(64, 1 << 23)
        .text("N");
    line.add("--stars", options.stars, "Particles of each burst; by default an eighth of the capacity")
        .within(1, 1 << 23)
        .text("N");
    const gpu::Option bloom =
        line.add("--bloom", options.bloom,
                 "How much bright particles shine over their surroundings; 0 by default, in a window 1")
            .numberWithin(0, 4)
            .text("X");
    const gpu::Option soft = line.add("--soft", options.softness,
                                      "Fade particles so many metres above the water; 0 by default, in a window 3")
                                 .numberWithin(0, 20)
                                 .text("X");
    drawing::addPictureOptions(line, &options,
                               "Frames to simulate, of which the last is drawn; 212 by default. In a window, frames to "
                               "draw; by default until it is closed");
    gpu::parseOrExit(line, argc, argv);
    if (!options.window && options.frames == 0)
        options.frames = kFrames;
    if (options.window && !bloom.isGiven())
        options.bloom = kBloomInWindow;
    if (options.window && !soft.isGiven())
        options.softness = kSoftInWindow;
    if (options.stars == 0)
        options.stars = options.capacity / 8;
    return options;
}

} // namespace particles
