// The scene: an island in the air, made up of splats.
#ifndef VKSCAN_SAMPLES_SPLATS_CLOUD_H
#define VKSCAN_SAMPLES_SPLATS_CLOUD_H

#include "shaders/shared.h"

#include <vector>

namespace splats {

// Always the same. The fewer splats, the larger each.
[[nodiscard]] std::vector<Splat> makeCloud(uint32_t count);

// The eye goes around the island, by so many radians, and looks at its middle.
[[nodiscard]] vec3 eyeAt(float radians);
const vec3 kMiddle = {0, -0.6F, 0};
[[nodiscard]] mat4 viewFrom(vec3 eye, vec3 target);

} // namespace splats

#endif
