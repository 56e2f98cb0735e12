// Cameras, and the shaders' parameters that follow from them.
#pragma once

#include "shaders/shared.h"

#include <cstdint>
#include <span>

namespace splats {

struct Camera {
    vec3 eye;
    vec3 target; // apart from the eye, and not straight above or below it
};

// The box of splats' centres.
struct Box {
    vec3 low;
    vec3 high;
};
[[nodiscard]] Box boxOf(std::span<const Splat> splats);

// Looks from the camera on a picture of that size in pixels.
void setCamera(View& view, const Camera& camera, vec2 size);

// Chooses keys of so many bits for all depths that the box may have. 32 bits tell all depths apart, and 24 bits where
// the farthest is less than four times as far as the nearest.
void setKeys(View& view, const Box& box, uint32_t keyBits);

} // namespace splats
