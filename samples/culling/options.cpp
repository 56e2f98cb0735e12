#include "options.h"

#include "../common/command_line.h"

namespace culling {

Options parseOptions(int argc, char** argv)
{
    Options options;
    CLI::App app("A ring of rocks, of which compaction picks those that are seen; compared with appending by atomics "
                 "and with drawing all.",
                 "culling");
    app.add_option("--instances", options.instances, "How many rocks; 1048576 by default")
        ->check(CLI::Range(1U, 1U << 23))
        ->option_text("N");
    app.add_option("--smallest", options.smallest,
                   "Leave out what has fewer pixels across; 1.5 by default, 0 leaves out nothing")
        ->check(gpu::numberFrom(0, 1000))
        ->option_text("X");
    app.add_flag("--frozen", options.frozen,
                 "Look from outside at what culling takes: its frustum, and in red what it rejects");
    CLI::Option* window = gpu::addWindow(app, &options.window);
    CLI::Option* frames =
        app.add_option("--frames", options.frames,
                       "Frames drawn in each of the three ways; 3 by default, in a window until it is closed")
            ->check(CLI::Range(1, 10000))
            ->option_text("N");
    gpu::addRepeats(app, &options.repeats)->excludes(window);
    const auto setSize = [&](gpu::Pair pair) { std::tie(options.size.width, options.size.height) = pair; };
    gpu::addSize(app, {16, 8192}, setSize, "Size of the picture; 1280x720 by default");
    app.add_option("--output", options.output, "The picture, a PNG file; culling.png by default")
        ->excludes(window)
        ->option_text("FILE");
    app.add_option("--json", options.json, "Write the counts and times to this file, too")
        ->excludes(window)
        ->option_text("FILE");
    gpu::addDeviceOptions(app, &options.device);
    gpu::parseOrExit(app, argc, argv);
    if (options.window && frames->count() == 0)
        options.frames = 0;
    return options;
}

} // namespace culling
