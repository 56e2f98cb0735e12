#include "options.h"

#include "../common/command_line.h"

namespace splats {
namespace {

const gpu::Choices<Order> kOrders = {{"sorted", Order::Sorted}, {"unsorted", Order::Unsorted}, {"both", Order::Both}};

} // namespace

Options parseOptions(int argc, char** argv)
{
    Options options;
    CLI::App app("An island of Gaussian splats, sorted by depth on the device in each frame and drawn in that order.",
                 "splats");
    app.add_option("--splats", options.count, "Splats; 1048576 by default")
        ->check(CLI::Range(1U, 1U << 24))
        ->option_text("N");
    CLI::Option* window = gpu::addWindow(app, &options.window);
    CLI::Option* frames = app.add_option("--frames", options.frames,
                                         "Frames to draw, of which the last is the picture; 8 by default, in a window "
                                         "until it is closed")
                              ->check(CLI::Range(1, 100000))
                              ->option_text("N");
    gpu::addChoice(app, "--order", options.order, kOrders,
                   "In which splats are drawn; both: on the left half sorted, on the right not. sorted by default");
    const auto setSize = [&](gpu::Pair pair) { std::tie(options.size.width, options.size.height) = pair; };
    gpu::addSize(app, {16, 8192}, setSize, "Size of the picture; 1280x720 by default");
    app.add_option("--output", options.output, "The picture, a PNG file; splats.png by default")
        ->excludes(window)
        ->option_text("FILE");
    gpu::addDeviceOptions(app, &options.device);
    gpu::parseOrExit(app, argc, argv);
    if (options.window && frames->count() == 0)
        options.frames = 0;
    return options;
}

} // namespace splats
