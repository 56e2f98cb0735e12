#include "picture_options.h"

namespace drawing {

PictureLine addPictureOptions(gpu::CommandLine& line, PictureOptions* options, const char* framesHelp,
                              const char* sizeHelp)
{
    options->output = line.name() + ".png";
    const gpu::Option window = gpu::addWindow(line, &options->window);
    line.add("--frames", options->frames, framesHelp).within(1, 100000).text("N");
    const auto setSize = [options](gpu::Pair pair) { options->size = {pair.first, pair.second}; };
    const gpu::Option size = gpu::addSize(line, {16, 8192}, setSize, sizeHelp);
    const gpu::Option output =
        line.add("--output", options->output, "The picture, a PNG file; " + options->output + " by default")
            .excludes(window)
            .output(".png");
    gpu::addForce(line, &options->replaces).excludes(window);
    gpu::addDeviceOptions(line, &options->device);
    return {window, size, output};
}

} // namespace drawing
