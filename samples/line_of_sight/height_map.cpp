#include "height_map.h"

#include "../common/file.h"

// This file alone is to know the functions of a library that is one header.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#include <stb_image.h>

#include <climits>
#include <memory>
#include <stdexcept>

namespace sight {

HeightMap readHeightMap(const std::string& file, float relief)
{
    constexpr const char* kWhat = "the height map";
    const files::Bytes content = files::read(kWhat, file);
    const auto fail = [&file](const std::string& reason) {
        throw std::runtime_error(files::cannotRead(kWhat, file, reason));
    };
    if (content.size() > INT_MAX)
        fail("it is too large");
    HeightMap map;
    int channels = 0;
    // Of 8 bits a sample, stb_image repeats them for the lower ones.
    const std::unique_ptr<stbi_us, void (*)(void*)> samples(
        stbi_load_16_from_memory(reinterpret_cast<const stbi_uc*>(content.data()), static_cast<int>(content.size()),
                                 &map.width, &map.height, &channels, 1),
        stbi_image_free);
    if (samples == nullptr)
        fail(stbi_failure_reason());
    const int shorter = std::min(map.width, map.height);
    const int longer = std::max(map.width, map.height);
    if (shorter < static_cast<int>(kLeastExtent) || longer > static_cast<int>(kMostExtent))
        fail("it is " + std::to_string(map.width) + " x " + std::to_string(map.height) + " pixels, not " +
             std::to_string(kLeastExtent) + " to " + std::to_string(kMostExtent) + " each");
    const std::size_t count = static_cast<std::size_t>(map.width) * static_cast<std::size_t>(map.height);
    for (std::size_t i = 0; i < count; ++i)
        map.heights.push_back(relief * static_cast<float>(samples.get()[i]) / 65535);
    return map;
}

} // namespace sight
