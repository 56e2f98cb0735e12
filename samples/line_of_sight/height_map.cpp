#include "height_map.h"

#include <support/picture_file.h>

#include <algorithm>

namespace sight {

HeightMap readHeightMap(const std::string& file, float relief)
{
    return files::readAs("the height map", file, [relief](const files::Bytes& content) {
        const files::PictureFile picture(content);
        const auto [shorter, longer] = std::minmax({picture.width(), picture.height()});
        if (shorter < kLeastExtent || longer > kMostExtent)
            throw std::runtime_error("it is " + std::to_string(picture.width()) + " x " +
                                     std::to_string(picture.height()) + " pixels, not " + std::to_string(kLeastExtent) +
                                     " to " + std::to_string(kMostExtent) + " each");
        HeightMap map = {static_cast<int32_t>(picture.width()), static_cast<int32_t>(picture.height()), {}};
        // Samples of 8 bits are widened to 16: both bytes are equal.
        for (const uint16_t sample : picture.words(1))
            map.heights.push_back(relief * static_cast<float>(sample) / 65535);
        return map;
    });
}

} // namespace sight
