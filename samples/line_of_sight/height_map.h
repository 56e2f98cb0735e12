#ifndef VKSCAN_SAMPLES_LINE_OF_SIGHT_HEIGHT_MAP_H
#define VKSCAN_SAMPLES_LINE_OF_SIGHT_HEIGHT_MAP_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <support/progress.h>

#include <vector>

namespace sight {

constexpr uint32_t kLeastExtent = 16;   // texels
constexpr uint32_t kMostExtent = 16384; // texels; products of two extents fit 32 bits

// Texels are the unit of all lengths, heights among them.
struct HeightMap {
    int32_t width = 0;
    int32_t height = 0;
    std::vector<float> heights; // row after row from the top

    [[nodiscard]] float at(int32_t x, int32_t y) const
    {
        return heights[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
    }
};

// A picture of 8 or 16 bits a sample, colours taken for their luminance; black is 0, white is `relief`. Throws
// std::runtime_error with a sentence that names the file.
[[nodiscard]] HeightMap readHeightMap(const std::string& file, float relief);

// Mountains, and a lake at height 0, the highest of `relief`: the same for the same arguments.
[[nodiscard]] HeightMap makeTerrain(uint32_t width, uint32_t height, float relief, uint32_t seed,
                                    gpu::Progress& progress);

} // namespace sight

#endif
