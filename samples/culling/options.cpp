#include "options.h"

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
    const gpu::Option window =
        drawing::addPictureOptions(
            line, &options, "Frames drawn in each of the three ways; 3 by default, in a window until it is closed")
            .window;
    gpu::addRepeats(line, &options.repeats).excludes(window);
    line.add("--json", options.json, "Write the counts and times to this JSON file, too")
        .excludes(window)
        .output(".json");
    gpu::parseOrExit(line, argc, argv);
    if (!options.window && options.frames == 0)
        options.frames = 3;
    return options;
}

} // namespace culling
