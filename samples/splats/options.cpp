#include "options.h"

#include <support/program.h>

#include <tuple>

namespace splats {
namespace {

const gpu::Choices<Order> kOrders = {{"sorted", Order::Sorted}, {"unsorted", Order::Unsorted}, {"both", Order::Both}};

} // namespace

Options parseOptions(int argc, char** argv)
{
    Options options;
    gpu::CommandLine line(
        "An island of Gaussian splats, sorted by depth on the device in each frame and drawn in that order.", "splats");
    line.add("--splats", options.count, "Splats; 1048576 by default").within(1, 1 << 24).text("N");
    const gpu::Option window = gpu::addWindow(line, &options.window);
    const gpu::Option frames = line.add("--frames", options.frames,
                                        "Frames to draw, of which the last is the picture; 8 by default, in a window "
                                        "until it is closed")
                                   .within(1, 100000)
                                   .text("N");
    line.addChoice("--order", options.order, kOrders,
                   "In which splats are drawn; both: on the left half sorted, on the right not. sorted by default");
    const auto setSize = [&](gpu::Pair pair) { std::tie(options.size.width, options.size.height) = pair; };
    gpu::addSize(line, {16, 8192}, setSize, "Size of the picture; 1280x720 by default");
    line.add("--output", options.output, "The picture, a PNG file; splats.png by default")
        .excludes(window)
        .text("FILE");
    gpu::addForce(line, &options.replaces).excludes(window);
    gpu::addDeviceOptions(line, &options.device);
    gpu::parseOrExit(line, argc, argv);
    if (options.window && !frames.isGiven())
        options.frames = 0;
    return options;
}

} // namespace splats
