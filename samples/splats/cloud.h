// The scene that is made up: an island in the air, ten metres in radius, made up of splats.
#pragma once

#include "shaders/shared.h"

#include <vector>

namespace splats {

// Always the same. The fewer splats, the larger each.
[[nodiscard]] std::vector<Splat> makeCloud(uint32_t count);

} // namespace splats
