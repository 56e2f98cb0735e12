#ifndef VKSCAN_SAMPLES_LINE_OF_SIGHT_PICTURE_H
#define VKSCAN_SAMPLES_LINE_OF_SIGHT_PICTURE_H

#include "height_map.h"
#include "rays.h"

namespace sight {

// RGBA8, a pixel a texel: a map of the land with its relief lit from the north-west, hidden parts darkened, and a red
// dot where the observer is.
[[nodiscard]] std::vector<std::byte> draw(const HeightMap& map, const std::vector<uint32_t>& visible, Texel observer);

} // namespace sight

#endif
