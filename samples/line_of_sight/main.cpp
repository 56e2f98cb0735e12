// Shows the parts of a landscape that an observer sees: a scan of maxima finds the horizon along rays in all
// directions.
#include "gpu_sight.h"

#include <support/file.h>
#include <support/operation.h>
#include <support/picture_file.h>
#include <support/png.h>
#include <support/program.h>
#include <support/progress.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <tuple>

namespace sight {
namespace {

// Lengths in texels.
struct Options {
    std::string heightMap; // empty: generated terrain
    uint32_t width = 1024;
    uint32_t height = 640;
    uint32_t seed = 4;
    std::optional<float> relief;   // by default an eighth of the map's longer side
    std::optional<Texel> observer; // by default on the highest ground near the middle
    float eye = 3;                 // above the ground
    std::string output;
    bool replaces = false; // may replace files
    gpu::DeviceOptions device;
    unsigned repeats = 11;
};

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

// Black is 0, white is 1.
HeightMap readHeightMap(const std::string& file)
{
    return files::readAs("the height map", file, [](const files::Bytes& content) {
        const files::PictureFile picture(content);
        const auto [shorter, longer] = std::minmax({picture.width(), picture.height()});
        if (shorter < kLeastExtent || longer > kMostExtent)
            throw std::runtime_error("it is " + std::to_string(picture.width()) + " x " +
                                     std::to_string(picture.height()) + " pixels, not " + std::to_string(kLeastExtent) +
                                     " to " + std::to_string(kMostExtent) + " each");
        HeightMap map = {static_cast<int32_t>(picture.width()), static_cast<int32_t>(picture.height()), {}};
        // Samples of 8 bits are widened to 16: both bytes are equal.
        for (const uint16_t sample : picture.words(1))
            map.heights.push_back(static_cast<float>(sample) / 65535);
        return map;
    });
}

// The map of a file, or generated terrain; the default height is an eighth of the longer side.
HeightMap mapOf(const Options& options, gpu::Progress& progress)
{
    const bool isMadeUp = options.heightMap.empty();
    HeightMap map = isMadeUp ? makeTerrain(options.width, options.height, options.seed, progress)
                             : readHeightMap(options.heightMap);
    const float relief = options.relief.value_or(static_cast<float>(std::max(map.width, map.height)) / 8);
    for (float& height : map.heights)
        height *= relief;
    return map;
}

// The highest texel in the half of the map around its middle.
Texel highestPoint(const HeightMap& map)
{
    Texel highest = {map.width / 2, map.height / 2};
    for (int32_t y = map.height / 4; y < map.height * 3 / 4; ++y)
        for (int32_t x = map.width / 4; x < map.width * 3 / 4; ++x)
            if (map.at(x, y) > map.at(highest.x, highest.y))
                highest = {x, y};
    return highest;
}

void run(const Options& options)
{
    if (!options.output.empty())
        files::checkOutput(options.output, options.replaces, options.heightMap);
    gpu::Progress progress;
    progress.begin(options.heightMap.empty() ? "making the map" : "reading " + options.heightMap);
    const HeightMap map = mapOf(options, progress);
    const Texel observer = options.observer.value_or(highestPoint(map));
    if (observer.x >= map.width || observer.y >= map.height)
        throw std::runtime_error("the observer is outside of the map, which is " + std::to_string(map.width) + " x " +
                                 std::to_string(map.height) + " texels");
    const Rays rays = {map.width, map.height, observer};
    const float eye = map.at(observer.x, observer.y) + options.eye;

    gpu::Device device(options.device);
    gpu::reportDevice(device);
    progress.begin("compiling kernels and looking around");
    const GpuSight sight(device, map, rays, eye);
    std::printf("map:      %d x %d texels, heights up to %.1f; the eye at %d, %d, height %.1f\n", map.width, map.height,
                static_cast<double>(*std::max_element(map.heights.begin(), map.heights.end())), observer.x, observer.y,
                static_cast<double>(eye));
    std::printf("rays:     %u of up to %u samples\n", rays.count(), rays.length());
    const auto record = [&](VkCommandBuffer commandBuffer) { sight.record(commandBuffer); };
    device.run(record);
    const std::vector<uint32_t> visible = sight.result();
    const auto seen = std::count(visible.begin(), visible.end(), 1u);
    std::printf("visible:  %.1f %% of the map\n",
                100.0 * static_cast<double>(seen) / static_cast<double>(visible.size()));
    progress.begin("timing");
    gpu::reportTime(device, options.repeats, record, sight.sampleCount(), "billion samples/s");
    if (!options.output.empty()) {
        files::writePng(options.output, static_cast<uint32_t>(map.width), static_cast<uint32_t>(map.height),
                        draw(map, visible, observer));
        std::printf("output:   %s\n", options.output.c_str());
    }
    progress.begin("checking on the CPU");
    const uint64_t unclear = verify(map, rays, eye, visible);
    gpu::requireSilence(device);
    std::printf("verified: all %zu texels, of which %llu are too close to call\n", visible.size(),
                static_cast<unsigned long long>(unclear));
}

} // namespace
} // namespace sight

int main(int argc, char** argv)
{
    return gpu::mainOf("line_of_sight", [&] { sight::run(sight::parseOptions(argc, argv)); });
}
