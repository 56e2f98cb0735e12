// The scene: an island in the air, made up of splats.
#ifndef VKSCAN_SAMPLES_SPLATS_CLOUD_H
#define VKSCAN_SAMPLES_SPLATS_CLOUD_H

#include "shaders/shared.h"

#include <vector>

namespace splats {

// Always the same. The fewer splats, the larger each.
[[nodiscard]] std::vector<Splat> makeCloud(uint32_t count);

// Where the eye is in a frame.
[[nodiscard]] mat4 viewOf(uint32_t frame);

} // namespace splats

#endif
