// The generated scene: a floating island of splats, ten metres in radius.
#pragma once

#include "shaders/shared.h"

#include <vector>

namespace splats {

// Always the same. Fewer splats are larger.
[[nodiscard]] std::vector<Splat> makeCloud(uint32_t count);

} // namespace splats
