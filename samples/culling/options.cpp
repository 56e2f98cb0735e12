#include "options.h"

#include <support/program.h>

#include <tuple>

namespace culling {

Options parseOptions(int argc, char** argv)
{
    Options options;
    gpu::CommandLine line(
        "A ring of rocks, of which compaction picks those that are seen; compared with appending by atomics "
        "and with drawing all.",
        "culling");
    line.add("--instances", options.instances, "How many rocks; 1048576 by default").within(1, 1 << 23).text("N");
    line.add("--smallest", options.smallest,
             "Leave out what has fewer pixels across; 1.5 by default, 0 leaves out nothing")
        .numberWithin(0, 1000)
        .text("X");
    line.addFlag("--frozen", options.frozen,
                 "Look from outside at what culling takes: its frustum, and in red what it rejects");
    const gpu::Option window = gpu::addWindow(line, &options.window);
    const gpu::Option frames =
        line.add("--frames", options.frames,
                 "Frames drawn in each of the three ways; 3 by default, in a window until it is closed")
            .within(1, 10000)
            .text("N");
    gpu::addRepeats(line, &options.repeats).excludes(window);
    const auto setSize = [&](gpu::Pair pair) { std::tie(options.size.width, options.size.height) = pair; };
    gpu::addSize(line, {16, 8192}, setSize, "Size of the picture; 1280x720 by default");
    line.add("--output", options.output, "The picture, a PNG file; culling.png by default")
        .excludes(window)
        .output(".png");
    line.add("--json", options.json, "Write the counts and times to this JSON file, too")
        .excludes(window)
        .output(".json");
    gpu::addForce(line, &options.replaces).excludes(window);
    gpu::addDeviceOptions(line, &options.device);
    gpu::parseOrExit(line, argc, argv);
    if (options.window && !frames.isGiven())
        options.frames = 0;
    return options;
}

} // namespace culling
