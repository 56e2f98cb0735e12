// Cameras, and the resulting parameters of shaders.
#pragma once

#include "shaders/shared.h"

#include <cstdint>
#include <span>

namespace splats {

struct Camera {
    vec3 eye;
    vec3 target; // apart from the eye, and not straight above or below it
};

// The bounding box of splats' centres.
struct Box {
    vec3 low;
    vec3 high;
};
[[nodiscard]] Box boxOf(std::span<const Splat> splats);

// Sets the view of the camera for a picture of that size in pixels.
void setCamera(View& view, const Camera& camera, vec2 size);

// Chooses keys of `keyBits` bits for all depths in the box. 32 bits distinguish all depths, and 24 bits do if the
// farthest is less than four times as far as the nearest.
void setKeys(View& view, const Box& box, uint32_t keyBits);

} // namespace splats
