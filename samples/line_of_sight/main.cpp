// Shows what an observer sees of a landscape: a scan of maxima finds the horizon along rays in all directions.
#include "gpu_sight.h"
#include "options.h"
#include "picture.h"
#include "reference.h"

#include <support/file.h>
#include <support/operation.h>
#include <support/png.h>
#include <support/program.h>
#include <support/progress.h>

#include <algorithm>
#include <cstdio>

namespace sight {
namespace {

HeightMap mapOf(const Options& options, gpu::Progress& progress)
{
    constexpr float kRelief = 1.0F / 8;
    if (!options.heightMap.empty()) {
        HeightMap map = readHeightMap(options.heightMap, 1);
        const float relief = options.relief.value_or(kRelief * static_cast<float>(std::max(map.width, map.height)));
        for (float& height : map.heights)
            height *= relief;
        return map;
    }
    const float longer = static_cast<float>(std::max(options.width, options.height));
    return makeTerrain(options.width, options.height, options.relief.value_or(kRelief * longer), options.seed,
                       progress);
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
