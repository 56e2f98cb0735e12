// What is drawn: a planet's ring of rocks, all of one mesh.
#ifndef VKSCAN_SAMPLES_CULLING_SCENE_H
#define VKSCAN_SAMPLES_CULLING_SCENE_H

#include "shaders/shared.h"

#include <vulkan/vulkan_core.h>

#include <vector>

namespace culling {

// A sphere around each rock, its radius last. The same on every system.
[[nodiscard]] std::vector<vec4> makeRing(uint32_t count);

// A sphere of radius 1 in 80 triangles.
struct Mesh {
    std::vector<vec4> vertices;
    std::vector<uint32_t> indices;
};
[[nodiscard]] Mesh makeRock();

// All of Frame but the addresses and what the options say.
[[nodiscard]] Frame lookAtRing(VkExtent2D picture);

} // namespace culling

#endif
