#include "options.h"

#include "height_map.h"

#include <support/program.h>

#include <tuple>

namespace sight {
Options parseOptions(int argc, char** argv)
{
    Options options;
    gpu::CommandLine line(
        "What an observer sees of a landscape: lines of sight by a scan of maxima along rays in all directions.\n"
        "All lengths are in texels. What is visible is checked on the CPU.",
        "line_of_sight");
    const gpu::Option heightMap = line.add("--height-map", options.heightMap,
                                           "A picture of heights: PNG with 8 or 16 bits, JPEG, HDR, PGM or PPM")
                                      .text("FILE");
    const auto setSize = [&](gpu::Pair pair) { std::tie(options.width, options.height) = pair; };
    gpu::addSize(line, {kLeastExtent, kMostExtent}, setSize,
                 "Without a height map: size of the terrain; 1024x640 by default")
        .excludes(heightMap);
    line.add("--seed", options.seed, "Without a height map: another terrain; 4 by default")
        .excludes(heightMap)
        .text("N");
    line.add("--relief", options.relief, "What the greatest height stands for; by default an eighth of the map")
        .numberWithin(0, 1.0e6F)
        .text("H");
    const auto setObserver = [&](gpu::Pair pair) {
        options.observer = Texel{static_cast<int32_t>(pair.first), static_cast<int32_t>(pair.second)};
    };
    line.addPair(
        "--observer", ',', {0, kMostExtent - 1}, setObserver, "X,Y",
        "Where the observer stands, from the left and from the top; by default on the highest ground near the middle");
    line.add("--eye", options.eye, "How high above the ground the eye is; 3 by default")
        .numberWithin(0, 1.0e6F)
        .text("H");
    line.add("--output", options.output, "Draw a PNG file: hidden land is dark, the observer a red dot").output(".png");
    gpu::addForce(line, &options.replaces);
    gpu::addDeviceOptions(line, &options.device);
    gpu::addRepeats(line, &options.repeats);
    gpu::parseOrExit(line, argc, argv);
    return options;
}

} // namespace sight
