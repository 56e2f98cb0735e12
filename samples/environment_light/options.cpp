#include "options.h"

#include "map.h"

#include <tuple>

namespace environment {
namespace {

const gpu::Choices<Light> kLights = {
    {"uniform", Light::Uniform}, {"importance", Light::Importance}, {"both", Light::Both}};
const gpu::Choices<Scenery> kSceneries = {{"spheres", Scenery::Spheres}, {"courtyard", Scenery::Courtyard}};
constexpr uint32_t kMostRays = 1024;

} // namespace

Options parseOptions(int argc, char** argv)
{
    Options options;
    gpu::CommandLine line(
        "A scene lit by an environment map: rays towards the light by importance, drawn from a distribution that is "
        "built on the device in each frame, beside as many uniform rays.",
        "environment_light");
    line.addChoice("--scene", options.scenery, kSceneries,
                   "What is lit: some spheres, or the courtyard of sat_viewer; spheres by default");
    const gpu::Option map = line.add("--map", options.map,
                                     "A picture of the light, latitudes by longitudes: HDR, or PNG and JPEG as they "
                                     "are; without it a sky is made up")
                                .text("FILE");
    const auto setMapSize = [&](gpu::Pair pair) { std::tie(options.mapSize.width, options.mapSize.height) = pair; };
    line.addPair("--map-size", 'x', {kLeastMapSide, kMostMapSide}, setMapSize, "WxH",
                 "Size of the map that is made up; 2048x1024 by default")
        .excludes(map);
    line.add("--sun-height", options.sunHeight, "Degrees of the sun over the horizon; 30 by default")
        .numberWithin(-5, 90)
        .text("DEGREES")
        .excludes(map);
    const gpu::Option turn = line.add("--sun-turn", options.sunTurn,
                                      "Degrees of the sun around the vertical; 215 by default, of the courtyard 28")
                                 .numberWithin(0, 360)
                                 .text("DEGREES")
                                 .excludes(map);
    line.addChoice("--light", options.light, kLights,
                   "How rays towards the light are drawn; both: on the left half uniformly, on the right by "
                   "importance. both by default");
    line.add("--rays", options.rays, "Rays of a pixel, rounded up to a multiple of 4; 32 by default")
        .within(8, kMostRays)
        .text("N");
    options.size = {1280, 480};
    const auto [window, size, output] = drawing::addPictureOptions(
        line, &options,
        "Frames to draw, of which the last is the picture; 3 by default, of a CPU 1, in a window until it is closed",
        "Size of the picture; 1280x480 by default, on a CPU a preview's");
    line.add("--save-map", options.savedMap, "Also write the map that is made up, an HDR file")
        .excludes(window)
        .excludes(map)
        .output(".hdr");
    gpu::parseOrExit(line, argc, argv);
    options.hasSize = size.isGiven();
    if (options.scenery == Scenery::Courtyard && !turn.isGiven())
        options.sunTurn = 28;
    options.rays = (options.rays + 3) / 4 * 4;
    return options;
}

} // namespace environment
