#include "options.h"

#include "height_map.h"

#include "../common/command_line.h"

namespace sight {
Options parseOptions(int argc, char** argv)
{
    Options options;
    CLI::App app(
        "What an observer sees of a landscape: lines of sight by a scan of maxima along rays in all directions.\n"
        "All lengths are in texels. What is visible is checked on the CPU.",
        "line_of_sight");
    CLI::Option* heightMap = app.add_option("--height-map", options.heightMap,
                                            "A picture of heights: PNG with 8 or 16 bits, JPEG, HDR, PGM or PPM")
                                 ->option_text("FILE");
    const auto setSize = [&](gpu::Pair pair) { std::tie(options.width, options.height) = pair; };
    gpu::addSize(app, {kLeastExtent, kMostExtent}, setSize,
                 "Without a height map: size of the terrain; 1024x640 by default")
        ->excludes(heightMap);
    app.add_option("--seed", options.seed, "Without a height map: another terrain; 4 by default")
        ->excludes(heightMap)
        ->option_text("N");
    app.add_option("--relief", options.relief, "What the greatest height stands for; by default an eighth of the map")
        ->check(gpu::numberFrom(0, 1.0e6F))
        ->option_text("H");
    const auto setObserver = [&](gpu::Pair pair) {
        options.observer = Texel{static_cast<int32_t>(pair.first), static_cast<int32_t>(pair.second)};
    };
    gpu::addPair(
        app, "--observer", ',', {0, kMostExtent - 1}, setObserver, "X,Y",
        "Where the observer stands, from the left and from the top; by default on the highest ground near the middle");
    app.add_option("--eye", options.eye, "How high above the ground the eye is; 3 by default")
        ->check(gpu::numberFrom(0, 1.0e6F))
        ->option_text("H");
    app.add_option("--output", options.output, "Draw a PNG file: hidden land is dark, the observer a red dot")
        ->option_text("FILE");
    gpu::addDeviceOptions(app, &options.device);
    gpu::addRepeats(app, &options.repeats);
    gpu::parseOrExit(app, argc, argv);
    return options;
}

} // namespace sight
