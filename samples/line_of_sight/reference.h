// Lines of sight on the CPU, one sample after the other.
#ifndef VKSCAN_SAMPLES_LINE_OF_SIGHT_REFERENCE_H
#define VKSCAN_SAMPLES_LINE_OF_SIGHT_REFERENCE_H

#include "height_map.h"
#include "rays.h"

namespace sight {

constexpr uint64_t kLeastClear = 50; // at most one texel in so many may be too close to call

// Throws std::runtime_error at the first texel whose visibility is wrong. Returns how many are too close to call, where
// roundings in f32 may decide either way, and throws where these are too many.
uint64_t verify(const HeightMap& map, const Rays& rays, float eye, const std::vector<uint32_t>& visible);

} // namespace sight

#endif
